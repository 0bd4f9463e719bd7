#!/usr/bin/env python3
import time

print("Press Enter to start")
while True:
    try:
        input()
        break
    except EOFError:
        time.sleep(0.1)
