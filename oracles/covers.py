"""Random exact cover problems, and all their solutions by two systems that share no code with the crate."""

import clingo
from pysat.solvers import Solver


class Problem:
    """Options are lists of pairs of item and color (0: none); items from `primary` on are secondary."""

    def __init__(self, primary, secondary, options):
        self.primary, self.secondary, self.options = primary, secondary, options

    def text(self):
        """Knuth's format; the line of option k is k + 2."""
        names = [f"i{k}" for k in range(self.primary + self.secondary)]
        lines = [" ".join(names[: self.primary] + ["|"] * (self.secondary > 0) + names[self.primary :])]
        for option in self.options:
            lines.append(" ".join(names[i] + (f":{chr(96 + color)}" if color else "") for i, color in option))
        return "\n".join(lines) + "\n"


def cases(random, most):
    """One random problem: most have few solutions, a few have none, hundreds, or more than a machine word of items."""
    kind = random.randrange(10)
    colors = random.choice([0, 0, 1, 2, 4])
    if kind == 0:
        primary, secondary = random.randint(60, 140), random.randint(0, 40)
    else:
        primary, secondary = random.randint(1, 14), random.choice([0, 0, random.randint(1, 6), random.randint(1, 12)])
    colored = [random.randint(0, colors) for _ in range(secondary)]

    def option(items):
        """These primary items and a few secondary ones, most in the planted color."""
        others = random.sample(range(secondary), random.randint(0, min(3, secondary)))
        color = lambda k: colored[k] if random.random() < 0.6 else random.randint(0, colors)
        entries = [(i, 0) for i in items] + [(primary + k, color(k)) for k in others]
        random.shuffle(entries)
        return entries

    options = []
    for _ in range(random.choice([0, 1, 1, 2, 3])):
        # A partition of the primary items: a solution if its options agree on the secondary ones.
        items = random.sample(range(primary), primary)
        while items:
            size = random.randint(1, 4)
            options.append(option(items[:size]))
            items = items[size:]
    for _ in range(random.randint(0, 30)):
        options.append(option(random.sample(range(primary), random.randint(1, min(4, primary)))))
    if options and random.random() < 0.1:
        options.append(random.choice(options))
    random.shuffle(options)
    return Problem(primary, secondary, options[:most])


def by_sat(problem, most):
    """CaDiCaL: a variable for each option, a clause for each item, and one that excludes each two options that
    disagree. Every solution is excluded by a clause when it is found."""
    options = [dict(option) for option in problem.options]
    found = set()
    with Solver(name="cadical195") as solver:
        for item in range(problem.primary):
            solver.add_clause([k + 1 for k, option in enumerate(options) if item in option])
        for k, one in enumerate(options):
            for j, other in enumerate(options[:k]):
                if any(one[i] != other[i] or one[i] == 0 for i in one.keys() & other.keys()):
                    solver.add_clause([-k - 1, -j - 1])
        solver.add_clause([len(options) + 1])
        while len(found) < most and solver.solve():
            chosen = [k for k in range(len(options)) if solver.get_model()[k] > 0]
            found.add(tuple(chosen))
            # All options of a solution have a primary item, so none contains another.
            solver.add_clause([-k - 1 for k in chosen])
    return found


RULES = """
{ chosen(O) } :- option(O).
:- primary(I), { chosen(O) : has(O, I, _) } != 1.
shown(I, C) :- secondary(I), chosen(O), has(O, I, C), C > 0.
:- secondary(I), { shown(I, C) } > 1.
:- secondary(I), { chosen(O) : has(O, I, 0) } > 1.
:- secondary(I), shown(I, _), chosen(O), has(O, I, 0).
#show chosen/1.
"""


def by_clingo(problem, most):
    """Answer sets: an atom for each option and for each color of an item, cardinalities instead of pairs."""
    facts = [f"primary({i})." for i in range(problem.primary)]
    facts += [f"secondary({problem.primary + k})." for k in range(problem.secondary)]
    for k, option in enumerate(problem.options):
        facts.append(f"option({k}).")
        facts += [f"has({k},{i},{color})." for i, color in option]
    control = clingo.Control([str(most)], message_limit=0)
    control.add("base", [], RULES + "".join(facts))
    control.ground([("base", [])])
    found = set()
    with control.solve(yield_=True) as models:
        for model in models:
            found.add(tuple(sorted(atom.arguments[0].number for atom in model.symbols(shown=True))))
    return found
