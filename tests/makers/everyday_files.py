"""Twenty files as people have them, each with the drafts and sources that a reader sees in it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class EverydayFile:
    """A file and what is in it: a question, a draft and its sources for each row."""

    name: str
    content: bytes
    rows: tuple[tuple[str, str, tuple[str, ...]], ...]


def _text(name: str, text: str, *rows: tuple[str, str, tuple[str, ...]], encoding: str = "utf-8") -> EverydayFile:
    return EverydayFile(name, text.encode(encoding), rows)


WATER = ("When does water boil?", "Water boils at 100 °C.", ("At sea level, water boils at 100 °C.",))
CATS = ("Are cats mammals?", "Cats are mammals.", ("Cats are mammals.", "Mammals have fur."))

READABLE = (
    _text("own.csv", f'draft,query,sources\n{WATER[1]},{WATER[0]},"{WATER[2][0]}"\n', WATER),
    _text("semicolon.csv", f"Question;Answer;Context\n{WATER[0]};{WATER[1]};{WATER[2][0]}\n", WATER),
    _text(
        "tab.tsv",
        f'prompt\tresponse\tpassages\n{CATS[0]}\t{CATS[1]}\t["Cats are mammals.", "Mammals have fur."]\n',
        CATS,
    ),
    _text(
        "ragas.csv",
        f"user_input,response,retrieved_contexts\n{CATS[0]},{CATS[1]},\"['Cats are mammals.', 'Mammals have fur.']\"\n",
        CATS,
    ),
    _text(
        "bom.csv",
        f"ID,Question,Generated Answer,Source 1,Source 2\n7,{CATS[0]},{CATS[1]},{CATS[2][0]},{CATS[2][1]}\n",
        CATS,
        encoding="utf-8-sig",
    ),
    _text(
        "newlines.csv",
        f'input,output,documents\r\n{CATS[0]},{CATS[1]},"Cats are mammals.\n\nMammals have fur."\r\n',
        CATS,
    ),
    _text("ansi.csv", f"question;answer;documents\n{WATER[0]};{WATER[1]};{WATER[2][0]}\n", WATER, encoding="cp1252"),
    _text(
        "ruled.csv",
        f'query,completion,sources\n{CATS[0]},{CATS[1]},"Cats are mammals.\n---\nMammals have fur."\n',
        CATS,
    ),
    _text(
        "objects.csv",
        f"question,answer,contexts\n{CATS[0]},{CATS[1]},"
        '"[{""title"": ""Cats"", ""text"": ""Cats are mammals.""}, {""content"": ""Mammals have fur.""}]"\n',
        CATS,
    ),
    _text("shouting.csv", f'INPUT,OUTPUT,REFERENCE\n{WATER[0]},{WATER[1]},"{WATER[2][0]}"\n', WATER),
    _text(
        "no_question.csv",
        f"completion,context 1,context 2\n{CATS[1]},{CATS[2][0]},{CATS[2][1]}\n",
        ("", CATS[1], CATS[2]),
    ),
    _text(
        "other_columns.csv",
        f'Timestamp,Model,User Input,Generated_Answer,Reference\n2024-01-01,m,{WATER[0]},{WATER[1]},"{WATER[2][0]}"\n',
        WATER,
    ),
    _text(
        "unicode.txt", f"question\tanswer\tcontext\n{WATER[0]}\t{WATER[1]}\t{WATER[2][0]}\n", WATER, encoding="utf-16"
    ),
    _text("excel.csv", f"sep=;\nquestion;answer;context\n{WATER[0]};{WATER[1]};{WATER[2][0]}\n", WATER),
    _text("one_column_of_two.csv", f"answer,source_1,source_2\n{CATS[1]},{CATS[2][0]},\n", ("", CATS[1], CATS[2][:1])),
    _text("blank_rows.csv", f'question,answer,context\n{WATER[0]},{WATER[1]},"{WATER[2][0]}"\n,,\n\n', WATER),
)

# A file, and words that its one message must hold.
REFUSED = (
    (
        _text("staff.csv", "name,age,city\nAnn,3,Rome\nBob,4,Oslo\n"),
        ("staff.csv", "name", "age", "city", "draft", "sources"),
    ),
    (
        _text("questions.csv", "question,context\nWhy?,Because.\n"),
        ("questions.csv", "question", "context", "draft", "answer"),
    ),
    (_text("empty.csv", ""), ("empty.csv", "empty")),
    (_text("no_rows.csv", "question,answer,context\n"), ("no_rows.csv",)),
)
