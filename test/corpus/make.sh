#!/bin/bash
# Makes the files of test/corpus/files with the programs that people use. The suite doesn't run it: the files are
# committed. On Debian 12:
#   apt-get install 7zip arj bzip2 ewf-tools ffmpeg gcab genisoimage ghostscript imagemagick jlha-utils \
#     libarchive-tools libheif-examples libreoffice-{writer,calc,impress}-nogui libtiff-tools lz4 ncompress openssl \
#     python3 qemu-utils qpdf rpm sqlite3 squashfs-tools webp wimtools xorriso xz-utils zip zstd
# Usage: test/corpus/make.sh FOLDER
set -eu
export TZ=UTC LC_ALL=C.UTF-8 SOURCE_DATE_EPOCH=1700000000
here=$(cd "$(dirname "$0")" && pwd)
out=$(realpath -m "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"
cd "$work"
try() { "$@" > "$work/log" 2>&1 < /dev/null || { echo "failed: $*" >&2; tail -3 "$work/log" >&2; }; }

# What the others are made of
cat > letter.html <<'END'
<html><head><title>Letter</title></head><body><h1>Delivery of the goods</h1><p>Dear Ms. Lee, the goods left the
harbor on Monday.</p></body></html>
END
printf 'Dear Ms. Lee,\r\nthe goods left the harbor on Monday.\r\n' > letter.txt
printf 'name,amount\nLee,10\nEk,20\n' > table.csv
printf '\377\376' > utf16.txt; iconv -t UTF-16LE letter.txt >> utf16.txt
iconv -t UTF-16LE letter.txt > unmarked-utf16.txt
printf '契約書の写しを送ります。\r\n' | iconv -t SHIFT_JIS > japanese.txt
printf 'A line of a log\n%.0s' {1..40} > crashed.txt; head -c 2000 /dev/zero >> crashed.txt
printf 'Text of DOS\r\n\032' > dos.txt
cat > mail.eml <<'END'
Return-Path: <ann@example.com>
Received: from a.example.com by b.example.com; Mon, 1 Jan 2024 09:00:00 +0000
From: Ann <ann@example.com>
To: Bo <bo@example.com>
Subject: Goods
Date: Mon, 1 Jan 2024 09:00:00 +0000
MIME-Version: 1.0
Content-Type: text/plain

They left on Monday.
END
{ printf 'From ann@example.com Mon Jan  1 09:00:00 2024\n'; cat mail.eml; printf '\n'; } > mail.mbox
printf 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n' > date.ics
printf 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ann Lee\r\nEND:VCARD\r\n' > ann.vcf
printf '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>\n' > image.svg
mkdir -p share/Ann share/Bo; cp letter.txt share/Ann/; cp table.csv share/Bo/; cp mail.eml share/Ann/
find . -exec touch -d @1700000000 {} +
cp letter.txt letter.html table.csv utf16.txt unmarked-utf16.txt japanese.txt crashed.txt dos.txt mail.eml mail.mbox \
  date.ics ann.vcf image.svg "$out"

# Office documents and PDF
office() { try soffice "-env:UserInstallation=file://$work/profile" --headless --convert-to "$@"; }
names='xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
  xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" office:version="1.2"'
flat() { # KIND BODY
  printf '<?xml version="1.0" encoding="UTF-8"?>\n<office:document %s\n  office:mimetype="%s.%s">\n<office:body>%s</office:body>\n</office:document>\n' \
    "$names" application/vnd.oasis.opendocument "$1" "$2"
}
flat text '<office:text><text:p>Dear Ms. Lee, the goods left the harbor on Monday.</text:p></office:text>' > letter.fodt
flat presentation '<office:presentation><draw:page draw:name="1"/></office:presentation>' > slides.fodp
for format in docx doc rtf odt pdf epub; do office $format letter.fodt; done
for format in xlsx xls ods; do office $format table.csv; done
for format in pptx ppt odp; do office $format slides.fodp; done
cp letter.{docx,doc,odt,rtf,fodt,pdf,epub} table.{xlsx,xls,ods} slides.{pptx,ppt,odp} "$out"
try qpdf --linearize --object-streams=generate --deterministic-id letter.pdf "$out/linear.pdf"
try qpdf --encrypt secret owner 256 -- letter.pdf "$out/locked.pdf"
try qpdf --encrypt '' owner 256 -- letter.pdf "$out/restricted.pdf"
{ printf 'HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n'; cat letter.pdf; } > "$out/downloaded.pdf"
printf '%%!PS\n/Helvetica findfont 20 scalefont setfont 10 10 moveto (Goods) show showpage\n' > "$out/page.ps"
try gs -q -dNOPAUSE -dBATCH -sDEVICE=eps2write "-sOutputFile=$out/page.eps" "$out/page.ps"
try gs -q -dNOPAUSE -dBATCH -sDEVICE=pdfwrite "-sOutputFile=$out/page.pdf" "$out/page.ps"

# Archives
try zip -qrX "$out/share.zip" share
try zip -qrXP secret "$out/locked.zip" share
try zip -qrX0 "$out/stored.zip" share
try 7zz a -tzip -bd "$out/seven.zip" share
try 7zz a -tzip -bd -mem=AES256 -psecret "$out/aes.zip" share
try bsdtar -cf "$out/streamed.zip" --format zip share
bsdtar -c --format zip share | cat > "$out/piped.zip"
head -c 150000 /dev/urandom > noise.bin
try zip -qX -s 64k "$work/split.zip" noise.bin; cp split.z01 split.z02 split.zip "$out"
try 7zz a -bd "$out/share.7z" share
try 7zz a -bd -mhe=on -psecret "$out/hidden.7z" share
try 7zz a -bd -psecret "$out/locked.7z" share
try 7zz a -bd -v64k "$work/pieces.7z" noise.bin; cp pieces.7z.00* "$out"
for format in gnutar pax ustar v7tar; do try bsdtar -cf "$out/$format.tar" --format $format share; done
tar -czf "$out/share.tgz" --mtime=@1700000000 --sort=name share
gzip -nc letter.txt > "$out/letter.txt.gz"; bzip2 -c letter.txt > "$out/letter.txt.bz2"
xz -c letter.txt > "$out/letter.txt.xz"; zstd -qc letter.txt > "$out/letter.txt.zst"
{ printf 'P*M\030\004\0\0\0info'; zstd -qc letter.txt; } > "$out/skippable.zst"
lz4 -qc letter.txt > "$out/letter.txt.lz4"; lz4 -qlc letter.txt > "$out/legacy.lz4"
compress -fc noise.bin letter.html > /dev/null 2>&1 || true; compress -fc letter.html > "$out/letter.html.Z" || true
try gcab -cn "$out/share.cab" letter.txt table.csv
try arj a "$out/share.arj" letter.txt table.csv
try jlha -aq "$out/share.lzh" letter.txt table.csv
try wimlib-imagex capture share "$out/share.wim" --compress=none
try mksquashfs share "$out/share.squashfs" -quiet -all-root
try bsdtar -cf "$out/share.cpio" --format newc share
printf '2.0\n' > debian-binary; tar -czf control.tar.gz letter.txt; tar -czf data.tar.gz table.csv
ar rcD "$out/package.deb" debian-binary control.tar.gz data.tar.gz 2> /dev/null || true
python3 "$here/layouts.py" "$work" "$out"

# Disks
try genisoimage -quiet -J -R -o disc.iso share
head -c 4000000 /dev/zero > disk.raw
printf '\200\1\1\0\7\376\377\377\1\0\0\0\20\0\0\0' | dd of=disk.raw bs=1 seek=446 conv=notrunc status=none
printf 'U\252' | dd of=disk.raw bs=1 seek=510 conv=notrunc status=none
for format in vmdk vpc vhdx vdi qcow2; do try qemu-img convert -f raw -O $format disk.raw disk.$format; done
try qemu-img convert -f raw -O vpc -o subformat=fixed,force_size disk.raw fixed.vhd
mv disk.vpc disk.vhd
head -c 200000 /dev/zero > ext.img; try mke2fs -q -F -t ext2 ext.img
head -c 1500000 disk.raw | ewfacquirestream -t image -S 1MiB -c none -q -C 1 -D d -e e -E 1 -N n > log 2>&1 || true
mv image.E0* disc.iso disk.raw disk.vmdk disk.vhd fixed.vhd disk.vhdx disk.vdi disk.qcow2 ext.img "$out"

# Pictures
convert -size 32x24 gradient:red-blue -strip picture.png
for format in jpg gif bmp tif webp psd ico jp2 pcx; do try convert picture.png -strip "$out/picture.$format"; done
cp picture.png "$out"
try convert picture.png -define tiff:endian=msb "$out/big-endian.tif"
try tiffcp -8 "$out/picture.tif" "$out/big.tif"
try heif-enc -q 50 picture.png -o "$out/picture.heic"

# Sound and film
sound() { try ffmpeg -y -v error -f lavfi -i sine=440:duration=0.3 -fflags +bitexact "${@:2}" "$out/tone.$1"; }
sound mp3 -write_xing 0 -id3v2_version 0; sound wav; sound aiff; sound flac -c:a flac; sound ogg -c:a libvorbis
sound opus -c:a libopus; sound m4a -c:a aac; sound mp2 -c:a mp2; sound wma -c:a wmav2; sound mka -c:a libmp3lame
try ffmpeg -y -v error -f lavfi -i sine=440:duration=0.3 -ar 22050 -write_xing 0 -id3v2_version 0 "$out/low.mp3"
try ffmpeg -y -v error -f lavfi -i sine=440:duration=0.3 -rf64 always "$out/long.wav"
film() { try ffmpeg -y -v error -f lavfi -i testsrc=size=64x48:rate=10:duration=0.5 -fflags +bitexact "${@:2}" "$out/film.$1"; }
film mp4 -c:v mpeg4; film mov -c:v mpeg4; film avi -c:v mpeg4; film mkv -c:v mpeg4; film webm -c:v libvpx
film wmv -c:v wmv2; film mpg -c:v mpeg1video -r 25; film m2ts -c:v mpeg2video -r 25
try ffmpeg -y -v error -f lavfi -i testsrc=size=64x48:rate=25:duration=0.5 -c:v mpeg2video -f mpegts "$out/stream.mpg"
film flv -c:v flv; film 3gp -c:v mpeg4

# Others
sqlite3 "$out/chat.sqlite" 'CREATE TABLE m (t TEXT); INSERT INTO m VALUES (1);'
openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 1 -subj /CN=a 2> /dev/null
openssl smime -encrypt -aes256 -subject Goods -from a@example.com -to b@example.com -in letter.txt cert.pem > "$out/smime.eml"
head -c 9000 noise.bin > "$out/noise.bin"
# The suite expands these.
find "$out" -type f -size +100k | while read -r file; do gzip -9nc "$file" > "$file.packed"; rm "$file"; done
