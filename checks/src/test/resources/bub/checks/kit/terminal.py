# Runs a program in a terminal of its own:  terminal.py COLUMNS ROWS PROGRAM [ARGUMENT]...
# Reads commands, a JSON array a line:  ["type", "q"]   ["size", 40, 10]
# Prints a JSON object a line: {"pid": N} first, {"text": "..."} for what the program shows, and at
# the end {"exit": N, "restored": true} when the terminal is in the mode that it was in before.
import codecs, fcntl, json, os, pty, select, struct, sys, termios

columns, rows, program = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(program[0], program)


def say(**what):
    print(json.dumps(what), flush=True)


def resize(columns, rows):
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def obey(line):
    command, *values = json.loads(line)
    if command == "type":
        os.write(terminal, values[0].encode())
    else:
        resize(*values)


resize(columns, rows)
before = termios.tcgetattr(terminal)
say(pid=pid)
decoder = codecs.getincrementaldecoder("utf-8")("replace")
sources, commands = [terminal, 0], b""
while terminal in sources:
    ready, _, _ = select.select(sources, [], [])
    if terminal in ready:
        try:
            say(text=decoder.decode(os.read(terminal, 65536)))
        except OSError:  # nobody has it open any more
            sources.remove(terminal)
    if 0 in ready:
        typed = os.read(0, 65536)
        if not typed:
            sources.remove(0)
        *lines, commands = (commands + typed).split(b"\n")
        for line in lines:
            obey(line)
_, status = os.waitpid(pid, 0)
say(exit=os.waitstatus_to_exitcode(status), restored=termios.tcgetattr(terminal) == before)
