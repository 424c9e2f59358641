// Solves killer sudokus by cages with Gecode, and prints for each file its name, grids (+ more there may be, - out of time), nodes, microseconds of CPU time from the parsed
// cages to the answer.
//
// Domain-consistent distinct on rows, columns, boxes and cages, linear sums, and branching on the
// cell with the largest accumulated failure count for its size: the best of the usual settings on
// newspaper puzzles.

#include <gecode/int.hh>
#include <gecode/minimodel.hh>
#include <gecode/search.hh>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

using namespace Gecode;

// A busy machine makes the clock on the wall run fast.
static double cpu_seconds() {
    timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}

struct Cage {
    int total;
    std::vector<int> cells;
};

static std::vector<Cage> read(const char* path) {
    std::ifstream file(path);
    if (!file) {
        std::fprintf(stderr, "cannot open %s\n", path);
        std::exit(2);
    }
    std::vector<Cage> cages;
    for (std::string line; std::getline(file, line);) {
        std::istringstream numbers(line);
        Cage cage;
        int size;
        if (!(numbers >> cage.total >> size)) continue;
        for (int k = 0; k < size; k++) {
            int row, column;
            if (!(numbers >> row >> column) || row < 1 || row > 9 || column < 1 || column > 9) {
                std::fprintf(stderr, "%s: not a cage: %s\n", path, line.c_str());
                std::exit(2);
            }
            cage.cells.push_back((row - 1) * 9 + column - 1);
        }
        cages.push_back(cage);
    }
    return cages;
}

class Killer : public Space {
    IntVarArray cells;

public:
    explicit Killer(const std::vector<Cage>& cages) : cells(*this, 81, 1, 9) {
        Matrix<IntVarArray> board(cells, 9, 9);
        for (int i = 0; i < 9; i++) {
            distinct(*this, board.row(i), IPL_DOM);
            distinct(*this, board.col(i), IPL_DOM);
            int left = i % 3 * 3, top = i / 3 * 3;
            distinct(*this, board.slice(left, left + 3, top, top + 3), IPL_DOM);
        }
        for (const Cage& cage : cages) {
            IntVarArgs inside;
            for (int cell : cage.cells) inside << cells[cell];
            if (inside.size() > 1) distinct(*this, inside, IPL_DOM);
            linear(*this, inside, IRT_EQ, cage.total);
        }
        branch(*this, cells, INT_VAR_AFC_SIZE_MAX(), INT_VAL_MIN());
    }
    Killer(Killer& other) : Space(other) { cells.update(*this, other.cells); }
    Space* copy() override { return new Killer(*this); }
};

struct Deadline : public Search::Stop {
    double at;
    bool stop(const Search::Statistics&, const Search::Options&) override { return cpu_seconds() >= at; }
};

struct Answer {
    int grids = 0;
    bool finished = true;
    unsigned long nodes = 0;
    double us = 0;
};

static Answer solve(const std::vector<Cage>& cages, int most, double seconds) {
    double start = cpu_seconds();
    Deadline deadline;
    deadline.at = start + seconds;
    Search::Options options;
    options.threads = 1;
    options.stop = &deadline;
    Answer answer;
    Killer* root = new Killer(cages);
    DFS<Killer> search(root, options);
    delete root;
    while (answer.grids < most) {
        Killer* found = search.next();
        if (!found) break;
        delete found;
        answer.grids++;
    }
    answer.finished = !search.stopped();
    answer.nodes = search.statistics().node;
    answer.us = (cpu_seconds() - start) * 1e6;
    return answer;
}

int main(int argc, char** argv) {
    int most = 1, repeat = 1;
    double seconds = 1e6;
    for (int k = 1; k < argc; k++) {
        if (!std::strcmp(argv[k], "--unique")) {
            most = 2;
        } else if (!std::strcmp(argv[k], "--limit-time") && k + 1 < argc) {
            seconds = std::atof(argv[++k]);
        } else if (!std::strcmp(argv[k], "--repeat") && k + 1 < argc) {
            repeat = std::atoi(argv[++k]);
        } else {
            std::vector<Cage> cages = read(argv[k]);
            Answer best = solve(cages, most, seconds);
            for (int again = 1; again < repeat && best.finished; again++) {
                Answer next = solve(cages, most, seconds);
                if (next.us < best.us) best = next;
            }
            const char* slash = std::strrchr(argv[k], '/');
            const char* mark = !best.finished ? "-" : best.grids == most ? "+" : "";
            std::printf("%s %d%s %lu %.1f\n", slash ? slash + 1 : argv[k], best.grids, mark, best.nodes, best.us);
            std::fflush(stdout);
        }
    }
}
