// Descriptions of terminals for systems without a database of them, or with one that lacks this terminal: minimal images,
// and the static program where there is no other file. Each is what `infocmp -Q 2 NAME` writes, on one line.
#include "CNCurses.h"
#include <stdlib.h>
#include <string.h>

#define XTERM \
  "b64:HgIlAB0ADwBxAVQGeHRlcm0tMjU2Y29sb3J8eHRlcm0gd2l0aCAyNTYgY29sb3JzAAABAAABAAAAAQAAAAABAQAAAAAAAAABAAABAAEBUA" \
  "AAAAgAAAAYAAAA_____________________________________________________wABAAAAAAEAAAAEAAYACAAZAB4AJgAqAC4A__85AEoA" \
  "TABQAFcA__9ZAGYA__9qAG4AeAB8AP____-AAIQAiQCOAP__oAClAKoA__-vALQAuQC-AMcAywDSAP__5ADpAO8A9QD_______8HAf_______x" \
  "kB__8dAf_______x8B__8kAf__________KAEsATIBNgE6AT4BRAFKAVABVgFcAWAB__9lAf__aQFuAXMBdwF-Af__hQGJAZEB____________" \
  "_________________5kBogGrAf__rgG3AcAByQHSAdsB5AHtAfYB_wH_______8IAgwCEQIWAioCMwL_____RQJIAlMCVgJYAlsCuAL__7sC__" \
  "________-" \
  "9AsECxQLJAs0C_____9EC__8GA_____8KAxAD_____________xYD_____________xoDHgP______________________________________" \
  "____________________________yID_____ykD__________8wAzcDPgP_____RQP__0wD________UwP_____________WgNgA2YDbQN0A3s" \
  "DggOKA5IDmgOiA6oDsgO6A8IDyQPQA9cD3gPmA-4D9gP-AwYEDgQWBB4EJQQsBDMEOgRCBEoEUgRaBGIEagRyBHoEgQSIBI8ElgSeBKYErgS2B" \
  "L4ExgTOBNYE3QTkBOsE8AT___________________________________________________________cEAgUHBRoFHgUnBS4F___________" \
  "__________________4wF________________________kQX_____________________________________________________lwWoBf___" \
  "_________________________-" \
  "6Bf_______74F_QX__________________z0GG1taAAcADQAbWyVpJXAxJWQ7JXAyJWRyABtbM2cAG1tIG1sySgAbW0sAG1tKABtbJWklcDElZ" \
  "EcAG1slaSVwMSVkOyVwMiVkSAAKABtbSAAbWz8yNWwACAAbWz8xMmwbWz8yNWgAG1tDABtbQQAbWz8xMjsyNWgAG1tQABtbTQAbKDAAG1s1bQA" \
  "bWzFtABtbPzEwNDloG1syMjswOzB0ABtbMm0AG1s0aAAbWzhtABtbN20AG1s3bQAbWzRtABtbJXAxJWRYABsoQgAbKEIbW20AG1s_MTA0OWwbW" \
  "zIzOzA7MHQAG1s0bAAbWzI3bQAbWzI0bQAbWz81aCQ8MTAwLz4bWz81bAAbWyFwG1s_Mzs0bBtbNGwbPgAbW0wAfwAbWzN-ABtPQgAbT1AAG1s" \
  "yMX4AG09RABtPUgAbT1MAG1sxNX4AG1sxN34AG1sxOH4AG1sxOX4AG1syMH4AG09IABtbMn4AG09EABtbNn4AG1s1fgAbT0MAG1sxOzJCABtbM" \
  "TsyQQAbT0EAG1s_MWwbPgAbWz8xaBs9ABtbPzEwMzRsABtbPzEwMzRoABtFABtbJXAxJWRQABtbJXAxJWRNABtbJXAxJWRCABtbJXAxJWRAABt" \
  "bJXAxJWRTABtbJXAxJWRMABtbJXAxJWREABtbJXAxJWRDABtbJXAxJWRUABtbJXAxJWRBABtbaQAbWzRpABtbNWkAJXAxJWMbWyVwMiV7MX0lL" \
  "SVkYgAbYxtdMTA0BwAbWyFwG1s_Mzs0bBtbNGwbPgAbOAAbWyVpJXAxJWRkABs3AAoAG00AJT8lcDkldBsoMCVlGyhCJTsbWzAlPyVwNiV0OzE" \
  "lOyU_JXA1JXQ7MiU7JT8lcDIldDs0JTslPyVwMSVwMyV8JXQ7NyU7JT8lcDQldDs1JTslPyVwNyV0OzglO20AG0gACQAbT3cAG095ABtPdQAbT" \
  "3EAG09zAGBgYWFmZmdnaWlqamtrbGxtbW5ub29wcHFxcnJzc3R0dXV2dnd3eHh5eXp6e3t8fH19fn4AG1taABtbPzdoABtbPzdsABtPRQAbT0Y" \
  "AG09NABtbMzsyfgAbWzE7MkYAG1sxOzJIABtbMjsyfgAbWzE7MkQAG1s2OzJ-" \
  "ABtbNTsyfgAbWzE7MkMAG1syM34AG1syNH4AG1sxOzJQABtbMTsyUQAbWzE7MlIAG1sxOzJTABtbMTU7Mn4AG1sxNzsyfgAbWzE4OzJ-" \
  "ABtbMTk7Mn4AG1syMDsyfgAbWzIxOzJ-" \
  "ABtbMjM7Mn4AG1syNDsyfgAbWzE7NVAAG1sxOzVRABtbMTs1UgAbWzE7NVMAG1sxNTs1fgAbWzE3OzV-" \
  "ABtbMTg7NX4AG1sxOTs1fgAbWzIwOzV-ABtbMjE7NX4AG1syMzs1fgAbWzI0OzV-" \
  "ABtbMTs2UAAbWzE7NlEAG1sxOzZSABtbMTs2UwAbWzE1OzZ-ABtbMTc7Nn4AG1sxODs2fgAbWzE5OzZ-" \
  "ABtbMjA7Nn4AG1syMTs2fgAbWzIzOzZ-" \
  "ABtbMjQ7Nn4AG1sxOzNQABtbMTszUQAbWzE7M1IAG1sxOzNTABtbMTU7M34AG1sxNzszfgAbWzE4OzN-" \
  "ABtbMTk7M34AG1syMDszfgAbWzIxOzN-ABtbMjM7M34AG1syNDszfgAbWzE7NFAAG1sxOzRRABtbMTs0UgAbWzFLABtbPzY5bAAbWyVpJWQ7JW" \
  "RSABtbNm4AG1s_JVs7MDEyMzQ1Njc4OV1jABtbYwAbWzM5OzQ5bQAbXTEwNAcAG100OyVwMSVkO3JnYjolcDIlezI1NX0lKiV7MTAwMH0lLyUy" \
  "LjJYLyVwMyV7MjU1fSUqJXsxMDAwfSUvJTIuMlgvJXA0JXsyNTV9JSolezEwMDB9JS8lMi4yWBtcABtbM20AG1syM20AG1s_NjloG1slaSVwMS" \
  "VkcwAbWz82OWgbWyVpOyVwMSVkcwAbWzwAG1slPyVwMSV7OH0lPCV0MyVwMSVkJWUlcDElezE2fSU8JXQ5JXAxJXs4fSUtJWQlZTM4OzU7JXAx" \
  "JWQlO20AG1slPyVwMSV7OH0lPCV0NCVwMSVkJWUlcDElezE2fSU8JXQxMCVwMSV7OH0lLSVkJWU0ODs1OyVwMSVkJTttABtbPzY5aBtbJWklcD" \
  "ElZDslcDIlZHMA"

#define SCREEN \
  "b64:HgIrAA8ADwBpASkDc2NyZWVuLTI1NmNvbG9yfEdOVSBTY3JlZW4gd2l0aCAyNTYgY29sb3JzAAABAAABAAAAAQAAAAABAVAAAAAIAAAAGA" \
  "AAAP____________________________________________________8AAQAAAAABAAAABAAGAAgAGQAeACUAKQAtAP__OABJAEsATwBWAP__" \
  "WABkAP__aABrAHEAdQD_____eQB7AIAAhQD__44AkwD_____mACdAKIA__-nAKkArgD__7cAvADCAMgA________ywD________PAP__0wD___" \
  "_____VAP__2gD__________94A4gDoAOwA8AD0APoAAAEGAQwBEgEXAf__HAH__yABJQEqAf_______y4BMgE6Af______________________" \
  "____________QgH__0UBTgFXAWABaQFyAXsBhAGNAZYB_____________________58B_____7ABswG-AcEBwwHGARoC__8dAv____________" \
  "________________8fAv__YAL_______________9kAv____________________9rAv__________________________________________" \
  "_____________________________________________________________________________________________3ACdgL___________" \
  "______________________________________________________________________________________________________________" \
  "______________98Av____________________________________________________________-BAowCkQKZAp0C__________________" \
  "______________________________________________________________________________________________________________" \
  "________________________pgL_______-qAukCG1taAAcADQAbWyVpJXAxJWQ7JXAyJWRyABtbM2cAG1tIG1tKABtbSwAbW0oAG1slaSVwMS" \
  "VkRwAbWyVpJXAxJWQ7JXAyJWRIAAoAG1tIABtbPzI1bAAIABtbMzRoG1s_MjVoABtbQwAbTQAbWzM0bAAbW1AAG1tNAA4AG1s1bQAbWzFtABtb" \
  "PzEwNDloABtbMm0AG1s0aAAbWzdtABtbM20AG1s0bQAPABtbbQ8AG1s_MTA0OWwAG1s0bAAbWzIzbQAbWzI0bQAbZwAbKTAAG1tMAH8AG1szfg" \
  "AbT0IAG09QABtbMjF-ABtPUQAbT1IAG09TABtbMTV-ABtbMTd-ABtbMTh-ABtbMTl-ABtbMjB-ABtbMX4AG1syfgAbT0QAG1s2fgAbWzV-ABtP" \
  "QwAbT0EAG1s_MWwbPgAbWz8xaBs9ABtFABtbJXAxJWRQABtbJXAxJWRNABtbJXAxJWRCABtbJXAxJWRAABtbJXAxJWRTABtbJXAxJWRMABtbJX" \
  "AxJWREABtbJXAxJWRDABtbJXAxJWRUABtbJXAxJWRBABtjG1s_MTAwMGwbWz8yNWgAGzgAG1slaSVwMSVkZAAbNwAKABtNABtbMCU_JXA2JXQ7" \
  "MSU7JT8lcDEldDszJTslPyVwMiV0OzQlOyU_JXAzJXQ7NyU7JT8lcDQldDs1JTslPyVwNSV0OzIlO20lPyVwOSV0DiVlDyU7ABtIAAkAKyssLC" \
  "0tLi4wMGBgYWFmZmdnaGhpaWpqa2tsbG1tbm5vb3BwcXFycnNzdHR1dXZ2d3d4eHl5enp7e3x8fX1-" \
  "fgAbW1oAGyhCGykwABtbNH4AG1syM34AG1syNH4AG1sxSwAbWyVpJWQ7JWRSABtbNm4AG1s_MTsyYwAbW2MAG1szOTs0OW0AG1tNABtbJT8lcD" \
  "Elezh9JTwldDMlcDElZCVlJXAxJXsxNn0lPCV0OSVwMSV7OH0lLSVkJWUzODs1OyVwMSVkJTttABtbJT8lcDElezh9JTwldDQlcDElZCVlJXAx" \
  "JXsxNn0lPCV0MTAlcDElezh9JS0lZCVlNDg7NTslcDElZCU7bQA="

#define CONSOLE \
  "b64:GgEUAB0AEAB9AUIDbGludXh8TGludXggY29uc29sZQAAAQAAAQEAAAAAAAAAAQEAAAAAAAEAAAAAAAABAQD__wgA__________________" \
  "___________wgAQAASAP__AAACAAQAFQAaACEAJQApAP__NABFAEcASwBXAP__WQBlAP__aQBtAHkAfQD_____gQCDAIgA_____40AkgD_____" \
  "lwCcAKEApgCvALEA_____7YAuwDBAMcA________________2QDdAP__4QD________jAP__6AD__________-wA8QD3APwAAQEGAQsBEQEXAR" \
  "0BIwEoAf__LQH__zEBNgE7Af_______z8B________________________________________QwH__0YBTwFYAWEB__9qAXMBfAH__4UB____" \
  "______________-OAf_______5QBlwGiAaUBpwGqAQEC__8EAv_______________wYC__________8KAv__SwL_____TgJUAv____9aAv____" \
  "________________9eAv__________________________________________________YwL_____________________________________" \
  "_____________________________________________2UCawJxAncCfQKDAokCjwKVApsC______________________________________" \
  "____________________________________________________________________________-" \
  "hAv____________________________________________________________-mArECtgK8AsACyQLNAv___________________________" \
  "______________________________________________________________________________________________________________" \
  "_________HgP_______8iAywD________________________________________________NgM8AwcADQAbWyVpJXAxJWQ7JXAyJWRyABtbM" \
  "2cAG1tIG1tKABtbSwAbW0oAG1slaSVwMSVkRwAbWyVpJXAxJWQ7JXAyJWRIAAoAG1tIABtbPzI1bBtbPzFjAAgAG1s_MjVoG1s_MGMAG1tDABt" \
  "bQQAbWz8yNWgbWz84YwAbW1AAG1tNAA4AG1s1bQAbWzFtABtbMm0AG1s0aAAbWzdtABtbN20AG1s0bQAbWyVwMSVkWAAPABtbbQ8AG1s0bAAbW" \
  "zI3bQAbWzI0bQAbWz81aCQ8MjAwLz4bWz81bAAbW0AAG1tMAH8AG1szfgAbW0IAG1tbQQAbWzIxfgAbW1tCABtbW0MAG1tbRAAbW1tFABtbMTd" \
  "-ABtbMTh-ABtbMTl-ABtbMjB-ABtbMX4AG1syfgAbW0QAG1s2fgAbWzV-ABtbQwAbW0EADQoAG1slcDElZFAAG1slcDElZE0AG1slcDElZEIAG" \
  "1slcDElZEAAG1slcDElZEwAG1slcDElZEQAG1slcDElZEMAG1slcDElZEEAG2MbXVIAGzgAG1slaSVwMSVkZAAbNwAKABtNABtbMDsxMCU_JXA" \
  "xJXQ7NyU7JT8lcDIldDs0JTslPyVwMyV0OzclOyU_JXA0JXQ7NSU7JT8lcDUldDsyJTslPyVwNiV0OzElO20lPyVwOSV0DiVlDyU7ABtIAAkAG" \
  "1tHACsrLCwtLS4uMDBgYGFhZmZnZ2hoaWlqamtrbGxtbW5ub29wcHFxcnJzc3R0dXV2dnd3eHh5eXp6e3t8fH19fn4AGwkAG1s_N2gAG1s_N2w" \
  "AGykwABtbNH4AGgAbWzIzfgAbWzI0fgAbWzI1fgAbWzI2fgAbWzI4fgAbWzI5fgAbWzMxfgAbWzMyfgAbWzMzfgAbWzM0fgAbWzFLABtbJWklZ" \
  "DslZFIAG1s2bgAbWz82YwAbW2MAG1szOTs0OW0AG11SABtdUCVwMSV4JXAyJXsyNTV9JSolezEwMDB9JS8lMDJ4JXAzJXsyNTV9JSolezEwMDB" \
  "9JS8lMDJ4JXA0JXsyNTV9JSolezEwMDB9JS8lMDJ4ABtbTQAbWzMlcDElZG0AG1s0JXAxJWRtABtbMTFtABtbMTBtAA=="

// How the names of terminals begin that one description is right for.
static const struct {
  const char *prefix, *type, *description;
} descriptions[] = {
    {"screen", "screen-256color", SCREEN}, {"tmux", "screen-256color", SCREEN},
    {"linux", "linux", CONSOLE},           {"xterm", "xterm-256color", XTERM},
    {"alacritty", "xterm-256color", XTERM}, {"contour", "xterm-256color", XTERM},
    {"foot", "xterm-256color", XTERM},      {"ghostty", "xterm-256color", XTERM},
    {"gnome", "xterm-256color", XTERM},     {"iterm", "xterm-256color", XTERM},
    {"kitty", "xterm-256color", XTERM},     {"konsole", "xterm-256color", XTERM},
    {"ms-terminal", "xterm-256color", XTERM}, {"nsterm", "xterm-256color", XTERM},
    {"rio", "xterm-256color", XTERM},       {"vte", "xterm-256color", XTERM},
    {"wezterm", "xterm-256color", XTERM},
};

bool cn_use_built_in_description(const char *type) {
  for (size_t index = 0; index < sizeof descriptions / sizeof descriptions[0]; index++) {
    if (strncmp(type, descriptions[index].prefix, strlen(descriptions[index].prefix)) != 0) continue;
    return setenv("TERM", descriptions[index].type, 1) == 0
           && setenv("TERMINFO", descriptions[index].description, 1) == 0;
  }
  return false;
}
