#!/usr/bin/env python3
with open("matrix.txt") as file
    print(file.read())
