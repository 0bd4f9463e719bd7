import sys

with open("matrix.txt") as file:
    print(file.read())
sys.exit()
