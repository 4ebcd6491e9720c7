"""ZIP archives as other programs lay them out: the same parts in other orders, and names without a stated encoding."""

import struct
import sys
import zipfile

work, out = sys.argv[1], sys.argv[2]
DATE = (2023, 11, 14, 22, 13, 20)


class Raw(zipfile.ZipInfo):
    """A name of these bytes, without the flag for UTF-8."""

    raw = b""

    def _encodeFilenameFlags(self):
        return self.raw, self.flag_bits & ~0x800


def parts(path):
    with zipfile.ZipFile(path) as source:
        return [(info.filename, source.read(info)) for info in source.infolist() if not info.is_dir()]


def write(path, entries, table=None, method=zipfile.ZIP_DEFLATED):
    with zipfile.ZipFile(path, "w") as target:
        for name, content in entries:
            info = Raw(repr(name), DATE) if isinstance(name, bytes) else zipfile.ZipInfo(name, DATE)
            if isinstance(name, bytes):
                info.raw = name
            info.compress_type = method
            target.writestr(info, content)
        if table:
            target.filelist = table(target.filelist)


def last(entries, *names):
    return sorted(entries, key=lambda entry: names.index(entry[0]) if entry[0] in names else -1)


TYPES = "[Content_Types].xml"
for source, suffix in (("letter.docx", "docx"), ("table.xlsx", "xlsx"), ("slides.pptx", "pptx")):
    found = parts(f"{work}/{source}")
    # As Office does it, the list first, but far from the document.
    filler = [("customXml/item1.xml", bytes(range(256)) * 40)]
    write(f"{out}/last-types.{suffix}", last(found, "_rels/.rels", TYPES))
    write(f"{out}/far-parts.{suffix}", filler + last(found, TYPES), method=zipfile.ZIP_STORED)
    write(f"{out}/other-table.{suffix}", found, lambda entries: entries[::2] + entries[1::2][::-1])
    write(f"{out}/sorted-table.{suffix}", found, lambda entries: sorted(entries, key=lambda e: e.filename))

docx = parts(f"{work}/letter.docx")
moved = [
    (name.replace("word/", "body/"), content.replace(b"word/", b"body/") if name.endswith(("rels", TYPES)) else content)
    for name, content in docx
]
write(f"{out}/other-folder.docx", moved)
write(f"{out}/backslashes.docx", [(name.replace("/", "\\"), content) for name, content in docx])
write(f"{out}/with-manifest.docx", [("META-INF/", b"")] + docx)

odt = parts(f"{work}/letter.odt")
write(f"{out}/mimetype-last.odt", last(odt, "mimetype"))
container = b'<container><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>'
book = [("META-INF/container.xml", container), ("book.opf", b"<package/>"), ("a.xhtml", b"<html/>")]
write(f"{out}/mimetype-last.epub", book + [("mimetype", b"application/epub+zip")])
write(f"{out}/folder-first.epub", [("META-INF/", b"")] + book + [("mimetype", b"application/epub+zip")])
write(f"{out}/program.jar", [("a/A.class", b"\xca\xfe\xba\xbe"), ("META-INF/MANIFEST.MF", b"Manifest-Version: 1.0\n")])

text = b"evidence " * 20


def named(path, encoding, *names):
    write(f"{out}/{path}", [(name.encode(encoding), text) for name in names])


named("kanji.zip", "cp932", "東京支社/契約書.txt", "田中/議事録.txt", "田中/請求書final.txt")
named("kana.zip", "cp932", "テスト/データ.txt")
named("chinese.zip", "gb2312", "证据材料/合同.txt", "证据材料/发票.txt")
named("russian.zip", "cp866", "Документы/Договор.txt")
named("umlauts.zip", "cp437", "Müller/Verträge.txt", "Jäger/Briefe.txt")
named("unmarked-utf8.zip", "utf-8", "Łódź/umowa.txt", "東京/契約書.txt")
named("polish.zip", "cp1250", "Dębowski/notatka.txt")
write(f"{out}/prefixed.zip", [("a.txt", text)])
with open(f"{out}/prefixed.zip", "rb") as file:
    body = file.read()
with open(f"{out}/prefixed.zip", "wb") as file:
    file.write(bytes(range(256)) + body)

# A few bytes that claim 4.3 GB
name = b"claims.txt"
packed = b"\x03\x00"
local = struct.pack("<IHHHHHIIIHH", 0x04034B50, 20, 0, 8, 0, 0x21, 0, len(packed), 0xFFFFFFFE, len(name), 0)
central = struct.pack(
    "<IHHHHHHIIIHHHHHII", 0x02014B50, 20, 20, 0, 8, 0, 0x21, 0, len(packed), 0xFFFFFFFE, len(name), 0, 0, 0, 0, 0, 0
)
head = local + name + packed
tail = struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, 1, 1, len(central + name), len(head), 0)
with open(f"{out}/claims.zip", "wb") as file:
    file.write(head + central + name + tail)
