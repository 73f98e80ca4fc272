"""Evaluates expressions in rows: [rows, expressions] as JSON on standard input, a line of texts for each expression."""

import json
import math
import sys
from fractions import Fraction as D


def shown(value):
    """The digits of a number as they are, without an exponent."""
    if isinstance(value, str):
        return value
    value = D(value)
    digits, places = value.numerator, 0
    while value.denominator > 1 and (value * 10**places).denominator > 1:
        places += 1
    digits = abs(int(value * 10**places))
    text = str(digits).rjust(places + 1, "0")
    whole, part = (text[:-places], text[-places:]) if places else (text, "")
    return ("-" if value < 0 else "") + whole + ("." + part if part else "")


def rounded(value, places):
    scaled = abs(D(value)) * 10**places
    return (-1 if value < 0 else 1) * D(math.floor(scaled + D(1, 2))) / 10**places


def remainder(value, divisor):
    return value - divisor * int(D(value) / divisor)


def floor(value):
    return D(math.floor(value))


def ceil(value):
    return D(math.ceil(value))


rows, expressions = json.load(sys.stdin, parse_float=D, parse_int=D)
for expression in expressions:
    code = compile(expression, "expression", "eval")
    print(json.dumps([shown(eval(code, globals(), row)) for row in rows]))
