// What the checkers of this folder use of testlib, written anew for Kattis and its like: a checker is
// called with the files of the input and of the judge's answer and a folder for messages, finds the
// answer on standard input, and ends with 42 if it is right and with 43 if it is wrong.
#pragma once
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <regex>
#include <sstream>
#include <string>

enum TResult { _ok = 42, _wa = 43, _fail = 1 };

static std::string folder;

[[noreturn]] static void quit(TResult result, const char *format, va_list arguments) {
    char message[500];
    vsnprintf(message, sizeof message, format, arguments);
    std::ofstream(folder + "/judgemessage.txt") << message << "\n";
    std::exit(result);
}

[[noreturn]] static void quitf(TResult result, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    quit(result, format, arguments);
}

struct InStream {
    std::istringstream text;
    // Whatever is wrong with the input and with the judge's answer is a fault of the judge.
    bool is_judges = true;

    void read(std::istream &from) {
        std::ostringstream all;
        all << from.rdbuf();
        text.str(all.str());
    }

    [[noreturn]] void quitf(TResult result, const char *format, ...) {
        va_list arguments;
        va_start(arguments, format);
        quit(is_judges ? _fail : result, format, arguments);
    }

    bool seekEof() { return (text >> std::ws).eof(); }

    std::string readWord() {
        std::string word;
        if (!(text >> word)) quitf(_wa, "the end comes too soon");
        return word;
    }

    std::string readWord(const char *pattern, const char *name) {
        std::string word = readWord();
        if (!std::regex_match(word, std::regex(pattern))) quitf(_wa, "expected %s", name);
        return word;
    }

    int readInt();
};

static InStream inf, ouf, ans;

// At most nine digits without zeros before them. There is one for each number of the input.
static long long stringToLongLong(InStream &stream, const char *word) {
    const char *digits = word + (*word == '-');
    size_t count = std::strlen(digits);
    bool is_number = count > 0 && count <= 9 && std::strspn(digits, "0123456789") == count;
    if (!is_number || (*digits == '0' && std::strlen(word) > 1))
        stream.quitf(_wa, "expected a number");
    return std::atoll(word);
}

inline int InStream::readInt() { return stringToLongLong(*this, readWord().c_str()); }

static void registerTestlibCmd(int argc, char *argv[]) {
    if (argc < 4) std::exit(_fail);
    folder = argv[3];
    std::ifstream input(argv[1]), answer(argv[2]);
    inf.read(input);
    ans.read(answer);
    ouf.read(std::cin);
    ouf.is_judges = false;
}
