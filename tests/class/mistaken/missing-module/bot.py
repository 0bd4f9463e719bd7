#!/usr/bin/env python3
import peshki_engine

peshki_engine.play("matrix.txt")
