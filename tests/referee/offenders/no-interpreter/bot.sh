#!/opt/no/such/interpreter
exit 0
