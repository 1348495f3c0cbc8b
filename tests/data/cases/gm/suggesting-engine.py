#!/usr/bin/env python3
# a small brain that plays the first free point near the centre; argv[1] chooses a habit
import sys,os
mode=sys.argv[1] if len(sys.argv)>1 else "plain"
N=15; b={}
out=os.fdopen(1,"wb",0)
def say(s,end=None):
    e={"cr":b"\r","crlf":b"\r\n"}.get(mode,b"\n") if end is None else end
    out.write(s.encode()+e)
def pick():
    c=N//2
    for r in range(N):
        for y in range(c-r,c+r+1):
            for x in range(c-r,c+r+1):
                if 0<=x<N and 0<=y<N and (x,y) not in b: return x,y
pend=None
def move():
    global pend
    x,y=pick()
    if mode=="suggest": pend=(x,y); say(f"SUGGEST {x},{y}"); return
    b[(x,y)]=1
    if mode=="chatty": say("DEBUG thinking"); say(""); say("MESSAGE I am at "+str((x,y))); say("   ")
    if mode=="lower": pass
    if mode=="spaces": say(f" {x} , {y} "); return
    if mode=="trail": say(f"{x},{y} "); return
    if mode=="coordtext": say(f"{x},{y} eval 12"); return
    say(f"{x},{y}")
board=False
for line in iter(sys.stdin.readline,""):
    l=line.strip();
    u=l.upper()
    if board:
        if u=="DONE": board=False; move()
        else:
            x,y,f=map(int,l.split(",")); b[(x,y)]=f
        continue
    if u.startswith("START"): N=int(l.split()[1]); b={}; say("OK")
    elif u=="RESTART": b={}; say("OK")
    elif u.startswith("TURN"): x,y=map(int,l.split()[1].split(",")); b[(x,y)]=2; move()
    elif u=="BEGIN": move()
    elif u=="BOARD": board=True; b={}
    elif u.startswith("PLAY"): x,y=map(int,l.split()[1].split(",")); b[(x,y)]=1; say(f"{x},{y}")
    elif u.startswith("TAKEBACK"): x,y=map(int,l.split()[1].split(",")); b.pop((x,y),None); say("OK")
    elif u=="ABOUT":
        if mode=="oldabout": say("An old brain by somebody")
        elif mode=="noabout": say("UNKNOWN")
        else: say('name="Fake", version="1.0", author="x", country="XX"')
    elif u.startswith("INFO"): pass
    elif u=="END": break
    else: say("UNKNOWN command")
