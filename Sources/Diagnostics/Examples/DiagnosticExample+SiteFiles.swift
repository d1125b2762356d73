extension DiagnosticExample {
  /// The examples of a site's files, its references, hosts and configuration.
  static let siteFiles: [DiagnosticExample] = [
    DiagnosticExample(
      101, .commands,
      wrong: """
        mkdir notes
        hybrid check notes
        """,
      right: "hybrid check site"),
    DiagnosticExample(
      102, .commands,
      wrong: #"""
        touch "$(printf 'site/caf\351.txt')"
        hybrid check site
        """#,
      right: """
        touch site/café.txt
        hybrid check site
        """),
    DiagnosticExample(
      103, .commands,
      wrong: """
        touch 'site/part:1.txt'
        hybrid check site
        """,
      right: """
        touch site/part-1.txt
        hybrid check site
        """),
    DiagnosticExample(
      104, .commands,
      wrong: """
        echo '{}' > theme.json
        ln -s ../theme.json site/theme.json
        hybrid check site
        """,
      right: """
        echo '{}' > theme.json
        cp theme.json site/theme.json
        hybrid check site
        """),
    DiagnosticExample(
      105, .commands,
      wrong: """
        ln -s img site/photos
        ln -s ../photos site/img/photos
        hybrid check site
        """,
      right: "hybrid check site"),
    DiagnosticExample(
      106, .commands,
      wrong: """
        ln -s light.css site/theme.css
        hybrid check site
        """,
      right: """
        ln -s app.css site/theme.css
        hybrid check site
        """),
    DiagnosticExample(
      107, .commands,
      wrong: """
        mkdir site/news.html
        hybrid check site
        """,
      right: """
        mkdir site/news
        hybrid check site
        """),
    DiagnosticExample(
      108, .text,
      wrong: """
        chmod 000 site/about.html
        hybrid check site
        """,
      right: """
        chmod 644 site/about.html
        hybrid check site
        """,
      reason: "an administrator can read every file"),
    DiagnosticExample(
      109, .commands,
      wrong: """
        mkfifo site/events
        hybrid check site
        """,
      right: """
        mkfifo site/events
        echo events > site/.hybridignore
        hybrid check site
        """),
    DiagnosticExample(
      110, .commands,
      wrong: #"""
        printf 'GIF89a\1\0\1\0' > site/picture.html
        hybrid check site
        """#,
      right: #"""
        printf 'GIF89a\1\0\1\0' > site/picture.gif
        hybrid check site
        """#),
    DiagnosticExample(
      111, .commands,
      wrong: #"""
        head -c 17000000 /dev/zero | tr '\0' a > site/list.html
        hybrid check site
        """#,
      right: #"""
        head -c 17000 /dev/zero | tr '\0' a > site/list.html
        hybrid check site
        """#),
    DiagnosticExample(
      112, .commands,
      wrong: """
        touch site/new.html
        hybrid check site
        """,
      right: """
        echo '<!DOCTYPE html><html lang="en"><title>New</title><p>New' > site/new.html
        hybrid check site
        """),
    DiagnosticExample(
      113, .commands,
      wrong: """
        truncate -s 30M site/video/film.mp4
        hybrid check site
        """,
      right: """
        truncate -s 30M site/video/film.mp4
        echo '{ "packages": [{ "name": "video", "include": ["video/**"], "load": "onDemand" }] }' > site/hybrid.json
        hybrid check site
        """),
    DiagnosticExample(
      114, .commands,
      wrong: """
        cp site/app.css site/App.css
        hybrid check site
        """,
      right: """
        cp site/app.css site/theme.css
        hybrid check site
        """),
    DiagnosticExample(
      115, .commands,
      wrong: """
        echo '{ "budgets": { "total": "1 kB" } }' > site/hybrid.json
        hybrid build site -o out
        """,
      right: """
        echo '{ "budgets": { "total": "500 kB" } }' > site/hybrid.json
        hybrid build site -o out
        """),
    DiagnosticExample(
      116, .commands,
      wrong: """
        cp site/img/lake.svg site/img/old.svg
        hybrid build site -o out -v
        """,
      right: """
        mkdir tides
        echo '<!DOCTYPE html><html lang="en"><title>Tides</title><img src="lake.svg" alt="A lake">' > tides/index.html
        cp site/img/lake.svg tides/
        hybrid build tides -o out -v
        """),
    DiagnosticExample(
      117, .commands,
      wrong: """
        touch out
        hybrid build site -o out/release
        """,
      right: "hybrid build site -o out/release"),
    DiagnosticExample(
      118, .commands,
      wrong: """
        mkdir letters
        touch letters/ada.txt
        hybrid build site -o letters
        """,
      right: "hybrid build site -o out"),
    DiagnosticExample(
      119, .commands,
      wrong: #"""
        head -c 9000000 /dev/zero | tr '\0' ' ' >> site/app.css
        echo '<!DOCTYPE html><html lang="en"><title>New</title><link rel="stylesheet" href="app.css"><p>New' > site/new.html
        hybrid check site
        """#,
      right: """
        echo '<!DOCTYPE html><html lang="en"><title>New</title><link rel="stylesheet" href="app.css"><p>New' > site/new.html
        hybrid check site
        """),
    DiagnosticExample(
      138, .commands,
      wrong: """
        mkdir saved
        echo '<!DOCTYPE html><html lang="en"><title>Saved</title><script src="app.js"></script>' > saved/index.html
        hybrid check saved
        """,
      right: """
        mkdir saved
        echo '<!DOCTYPE html><html lang="en"><title>Saved</title><script src="app.js"></script>' > saved/index.html
        cp site/app.js saved/
        hybrid check saved
        """),
    DiagnosticExample(
      140, .text,
      wrong: """
        GET /packages/base.kAHBEvMr.zip
        Content-Type: text/plain
        """,
      right: """
        GET /packages/base.kAHBEvMr.zip
        Content-Type: application/zip
        """,
      reason: "a test of the project needs no web server of a wrong kind; the tests of `hybrid verify ADDRESS` have one"
    ),
    DiagnosticExample(
      141, .text,
      wrong: """
        GET /latest.json
        Cache-Control: public, max-age=86400
        """,
      right: """
        GET /latest.json
        Cache-Control: no-cache
        """,
      reason: "a test of the project needs no web server of a wrong kind; the tests of `hybrid verify ADDRESS` have one"
    ),
    DiagnosticExample(
      142, .text,
      wrong: "hybrid verify http://cdn.example.com/app/     # 301, Location: https://cdn.example.com/app/",
      right: "hybrid verify https://cdn.example.com/app/",
      reason: "a test of the project needs no web server of a wrong kind; the tests of `hybrid verify ADDRESS` have one"
    ),
    DiagnosticExample(
      143, .text,
      wrong: """
        GET /packages/base.kAHBEvMr.zip
        Range: bytes=100-199

        200 OK
        """,
      right: """
        GET /packages/base.kAHBEvMr.zip
        Range: bytes=100-199

        206 Partial Content
        Content-Range: bytes 100-199/2920
        """,
      reason: "a test of the project needs no web server of a wrong kind; the tests of `hybrid verify ADDRESS` have one"
    ),
    DiagnosticExample(
      144, .text,
      wrong: """
        GET /packages/base.kAHBEvMr.zip
        Accept-Encoding: identity

        200 OK
        Content-Encoding: gzip
        """,
      right: """
        GET /packages/base.kAHBEvMr.zip
        Accept-Encoding: identity

        200 OK
        """,
      reason: "a test of the project needs no web server of a wrong kind; the tests of `hybrid verify ADDRESS` have one"
    ),
    DiagnosticExample(
      160, .commands,
      wrong: """
        hybrid build site -o out
        hybrid search out News
        """,
      right: """
        echo '{ "search": true }' > site/hybrid.json
        hybrid build site -o out
        hybrid search out News
        """),
    DiagnosticExample(
      165, .commands,
      wrong: """
        echo 'PASSWORD=tide' > site/production.env
        hybrid check site
        """,
      right: """
        echo 'PASSWORD=tide' > production.env
        hybrid check site
        """),
    DiagnosticExample(
      166, .commands,
      wrong: """
        echo '{}' > site/package.json
        hybrid build site -o out -v
        """,
      right: """
        echo '{}' > site/package.json
        echo '!package.json' > site/.hybridignore
        hybrid build site -o out -v
        """),
    DiagnosticExample(
      167, .commands,
      wrong: """
        truncate -s 600M site/video/film.mp4
        hybrid check site
        """,
      right: """
        truncate -s 20M site/video/film.mp4
        hybrid check site
        """),
    DiagnosticExample(
      168, .commands,
      wrong: """
        git init -q
        hybrid check site --cache-dir site/.hybrid/cache
        git add --force site
        hybrid check site --cache-dir site/.hybrid/cache
        """,
      right: """
        git init -q
        echo .hybrid > site/.gitignore
        hybrid check site --cache-dir site/.hybrid/cache
        git add site
        hybrid check site --cache-dir site/.hybrid/cache
        """),
    DiagnosticExample(
      173,
      wrong: [
        File(
          "notes.md",
          """
          # Notes

          High tide at six.
          """)
      ],
      right: [
        File(
          "notes.md",
          """
          ---
          title: Notes
          ---

          High tide at six.
          """)
      ]),
    DiagnosticExample(
      175, .commands,
      wrong: """
        echo '{ "filters": { "*.css": "false" } }' > site/hybrid.json
        hybrid build site -o out --allow-filters
        """,
      right: """
        echo '{ "filters": { "*.css": "cat" } }' > site/hybrid.json
        hybrid build site -o out --allow-filters
        """),
    DiagnosticExample(
      176, .commands,
      wrong: """
        echo '{ "filters": { "*.css": "yes" } }' > site/hybrid.json
        hybrid build site -o out --allow-filters
        """,
      right: """
        echo '{ "filters": { "*.css": "cat" } }' > site/hybrid.json
        hybrid build site -o out --allow-filters
        """),
    DiagnosticExample(
      177, .commands,
      wrong: """
        cat > site/hybrid.json <<'END'
        { "filters": { "*.css": ["sh", "-c", "cat; echo app.css:1:5: margin without a unit >&2"] } }
        END
        hybrid build site -o out --allow-filters
        """,
      right: """
        cat > site/hybrid.json <<'END'
        { "filters": { "*.css": ["sh", "-c", "cat"] } }
        END
        hybrid build site -o out --allow-filters
        """),
    DiagnosticExample(
      201, .commands,
      wrong: """
        echo 'name: news' > site/hybrid.yml
        hybrid check site
        """,
      right: "hybrid check site"),
    DiagnosticExample(
      209, .commands,
      wrong: """
        rm site/hybrid.json
        mkdir site/hybrid.json
        hybrid check site
        """,
      right: "hybrid check site"),
    DiagnosticExample(
      265, .commands,
      wrong: """
        mv site/hybrid.json .
        ln -s ../hybrid.json site/hybrid.json
        hybrid check site
        """,
      right: """
        mv site/hybrid.json .
        hybrid check site --config hybrid.json
        """),
    DiagnosticExample(
      270, .commands,
      wrong: """
        echo '{ "filters": { "*.css": "cat" } }' > site/hybrid.json
        hybrid check site
        """,
      right: """
        echo '{ "filters": { "*.css": "cat" } }' > site/hybrid.json
        hybrid trust site
        hybrid check site
        """),
  ]
}
