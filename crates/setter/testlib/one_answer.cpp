// Checker of the problems with one right answer: its words, with any blanks and line ends between.
#include "testlib.h"
#include <string>

int main(int argc, char *argv[]) {
    registerTestlibCmd(argc, argv);
    int count = 0;
    while (!ans.seekEof() && !ouf.seekEof()) {
        std::string expected = ans.readWord(), found = ouf.readWord();
        count++;
        if (expected != found)
            quitf(_wa, "word %d: expected \"%s\", found \"%s\"", count, compress(expected).c_str(),
                  compress(found).c_str());
    }
    if (!ans.seekEof()) quitf(_wa, "the answer ends after %d words", count);
    if (!ouf.seekEof()) quitf(_wa, "the answer goes on after %d words", count);
    quitf(_ok, "%d words", count);
}
