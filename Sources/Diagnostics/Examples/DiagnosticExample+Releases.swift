extension DiagnosticExample {
  /// The examples of keys, signatures and releases.
  static let releases: [DiagnosticExample] = [
    DiagnosticExample(
      5001, .commands,
      wrong: "hybrid build site -o out --sign-key release.pem.pub",
      right: "hybrid build site -o out --sign-key release.pem"),
    DiagnosticExample(
      5002, .commands,
      wrong: """
        chmod 644 release.pem
        hybrid build site -o out --sign-key release.pem
        """,
      right: """
        chmod 600 release.pem
        hybrid build site -o out --sign-key release.pem
        """),
    DiagnosticExample(
      5003, .commands,
      wrong: """
        cp release.pem site/
        hybrid check site
        """,
      right: "hybrid check site"),
    DiagnosticExample(
      5004, .commands,
      wrong: """
        hybrid keygen -o other.pem
        hybrid roots add dist --key release.pem.pub --key other.pem.pub --threshold 2 --sign-key release.pem --sign-key other.pem
        hybrid build site -o dist --sequence 3 --sign-key release.pem
        """,
      right: """
        hybrid keygen -o other.pem
        hybrid roots add dist --key release.pem.pub --key other.pem.pub --threshold 2 --sign-key release.pem --sign-key other.pem
        hybrid build site -o dist --sequence 3 --sign-key release.pem --sign-key other.pem
        """),
    DiagnosticExample(
      5005, .commands,
      wrong: """
        echo '<p>Tides' >> site/index.html
        hybrid build site -o dist --sequence 2 --sign-key release.pem
        """,
      right: """
        echo '<p>Tides' >> site/index.html
        hybrid build site -o dist --sequence 3 --sign-key release.pem
        """),
    DiagnosticExample(
      5006, .commands,
      wrong: "hybrid build site -o dist --sequence 3 --sign-key release.pem --expires 2020-01-31",
      right: "hybrid build site -o dist --sequence 3 --sign-key release.pem --expires 30d"),
    DiagnosticExample(
      5007, .commands,
      wrong: """
        hybrid keygen -o other.pem
        hybrid build site -o dist --sequence 3 --sign-key release.pem --sign-key other.pem
        """,
      right: "hybrid build site -o dist --sequence 3 --sign-key release.pem"),
    DiagnosticExample(
      5008, .commands,
      wrong: """
        hybrid keygen -o next.pem
        hybrid roots add dist --key next.pem.pub --sign-key release.pem
        """,
      right: """
        hybrid keygen -o next.pem
        hybrid roots add dist --key next.pem.pub --sign-key release.pem --sign-key next.pem
        """),
    DiagnosticExample(
      5009, .text,
      wrong: """
        head -c 3000 /dev/urandom > site/video/lake.mp4
        hybrid build site -o dist --sequence 3 --sign-key release.pem
        hybrid delta dist dist --sign-key release.pem
        """,
      right: """
        echo '<p>Tides' >> site/index.html
        hybrid build site -o dist --sequence 3 --sign-key release.pem
        hybrid delta dist dist --sign-key release.pem
        """,
      reason: "whether a patch is smaller depends on a few bytes"),
    DiagnosticExample(
      5010, .commands,
      wrong: "hybrid delta dist dist --sign-key release.pem",
      right: """
        echo '<p>Tides' >> site/index.html
        hybrid build site -o dist --sequence 3 --sign-key release.pem
        hybrid delta dist dist --sign-key release.pem
        """),
    DiagnosticExample(
      5011, .commands,
      wrong: "hybrid build site -o out --emit expo",
      right: """
        echo '{ "runtimeVersion": "1.0" }' > site/hybrid.json
        hybrid build site -o out --emit expo --base-url https://cdn.example.com/app/
        """),
    DiagnosticExample(
      5012, .commands,
      wrong: """
        echo '{ "runtimeVersion": "1.0" }' > site/hybrid.json
        hybrid build site -o out --emit expo
        """,
      right: """
        echo '{ "runtimeVersion": "1.0" }' > site/hybrid.json
        hybrid build site -o out --emit expo --base-url https://cdn.example.com/app/
        """),
    DiagnosticExample(
      5013, .commands,
      wrong: "hybrid keygen -o release.pem",
      right: "hybrid keygen -o next.pem"),
    DiagnosticExample(
      5014, .commands,
      wrong: "hybrid delta dist dist",
      right: "hybrid delta dist dist --sign-key release.pem"),
    DiagnosticExample(
      5015, .commands,
      wrong: """
        hybrid keygen -o next.pem
        hybrid roots add dist --key next.pem.pub --sign-key release.pem --sign-key next.pem
        hybrid sign dist --sign-key next.pem
        """,
      right: """
        hybrid keygen -o next.pem
        hybrid roots add dist --key next.pem.pub --key release.pem.pub --sign-key release.pem --sign-key next.pem
        hybrid sign dist --sign-key next.pem
        """),
    DiagnosticExample(
      5016, .text,
      wrong: """
        truncate -s 80M site/video/lake.mp4
        hybrid build site -o dist --sequence 3 --sign-key release.pem
        truncate -s 81M site/video/lake.mp4
        hybrid build site -o dist --sequence 4 --sign-key release.pem
        hybrid delta dist dist --sign-key release.pem
        """,
      right: """
        echo 00000000 > site/video/lake.mp4
        hybrid build site -o dist --sequence 3 --sign-key release.pem
        hybrid delta dist dist --sign-key release.pem
        """,
      reason: "comparing such a file takes many seconds"),
    DiagnosticExample(
      5065, .commands,
      wrong: "hybrid build site -o dist --sequence 3",
      right: "hybrid build site -o dist --sequence 3 --sign-key release.pem"),
    DiagnosticExample(
      5066, .commands,
      wrong: "hybrid build site -o dist --sequence 1 --sign-key release.pem",
      right: "hybrid build site -o dist --sequence 3 --sign-key release.pem"),
    DiagnosticExample(
      5067, .commands,
      wrong: "HYBRID_SIGN_KEY= hybrid build site -o out",
      right: "HYBRID_SIGN_KEY=release.pem hybrid build site -o out"),
    DiagnosticExample(
      5068, .text,
      wrong: "hybrid merge out shard-1 shard-2      # shard-2 was cut short while it was copied",
      right: """
        hybrid build site -o shard-2 --shard 2/2
        hybrid merge out shard-1 shard-2
        """,
      reason: "a sound program writes no such release; ShardVerificationTests has damaged shards"),
    DiagnosticExample(
      5069, .commands,
      wrong: """
        echo 'self.close()' > site/worker.js
        hybrid build site -o out --emit web
        """,
      right: """
        echo 'self.close()' > site/counter.js
        hybrid build site -o out --emit web
        """),
    DiagnosticExample(
      5101, .commands,
      wrong: """
        mkdir host
        cp dist/latest.json dist/manifest.json host/
        hybrid verify host
        """,
      right: """
        cp -R dist host
        hybrid verify host
        """),
    DiagnosticExample(
      5102, .commands,
      wrong: """
        cp -R dist host
        head -c 100 dist/latest.json > host/latest.json
        hybrid verify host
        """,
      right: """
        cp -R dist host
        hybrid verify host
        """),
    DiagnosticExample(
      5103, .commands,
      wrong: #"""
        hybrid build site -o out
        sed -i 's/"signatures":\[\]/"signatures":{}/' out/latest.json
        hybrid verify out
        """#,
      right: """
        hybrid build site -o out
        hybrid verify out
        """),
    DiagnosticExample(
      5104, .text,
      wrong: #"{ "formatVersion": 2, …     read by a tool that knows version 1"#,
      right: #"{ "formatVersion": 1, …"#,
      reason:
        "the fault needs a release that is signed again after it was changed by hand; ReleaseVerifierTests make such releases"
    ),
    DiagnosticExample(
      5105, .commands,
      wrong: """
        cp -R dist host
        for file in host/packages/base.*.zip; do echo >> "$file"; done
        hybrid verify host
        """,
      right: """
        cp -R dist host
        hybrid verify host
        """),
    DiagnosticExample(
      5106, .commands,
      wrong: #"""
        cp -R dist host
        for file in host/packages/base.*.zip; do printf '\377' | dd of="$file" bs=1 seek=40 conv=notrunc status=none; done
        hybrid verify host
        """#,
      right: """
        cp -R dist host
        hybrid verify host
        """),
    DiagnosticExample(
      5107, .text,
      wrong: #""url": "../../etc/passwd""#,
      right: #""url": "packages/base.kAHBEvMr.zip""#,
      reason:
        "the fault needs a release that is signed again after it was changed by hand; ReleaseVerifierTests make such releases"
    ),
    DiagnosticExample(
      5108, .commands,
      wrong: """
        cp -R dist host
        cp dist/roots/1.root.json host/latest.json
        hybrid verify host
        """,
      right: """
        cp -R dist host
        hybrid verify host
        """),
    DiagnosticExample(
      5109, .commands,
      wrong: """
        hybrid keygen -o other.pem
        hybrid verify dist --key other.pem.pub
        """,
      right: "hybrid verify dist --key release.pem.pub"),
    DiagnosticExample(
      5110, .commands,
      wrong: """
        hybrid keygen -o other.pem
        hybrid roots add other --key other.pem.pub --sign-key other.pem
        cp other/roots/1.root.json dist/roots/2.root.json
        hybrid verify dist
        """,
      right: """
        hybrid keygen -o other.pem
        hybrid roots add dist --key other.pem.pub --sign-key release.pem --sign-key other.pem
        hybrid sign dist --sign-key other.pem
        hybrid verify dist
        """),
    DiagnosticExample(
      5111, .commands,
      wrong: """
        cp -R dist old
        hybrid build site -o dist --sequence 3 --sign-key release.pem
        hybrid sign dist --sign-key release.pem --state signed.state
        hybrid sign old --sign-key release.pem --state signed.state
        """,
      right: """
        hybrid build site -o dist --sequence 3 --sign-key release.pem
        hybrid sign dist --sign-key release.pem --state signed.state
        """),
    DiagnosticExample(
      5112, .text,
      wrong: """
        hybrid build site -o dist --sequence 3 --sign-key release.pem --expires 30d
        hybrid verify dist --fresh      # 31 days later
        """,
      right: """
        hybrid sign dist --sign-key release.pem --refresh --expires 30d
        hybrid verify dist --fresh
        """,
      reason: "the release must be older than its expiry"),
    DiagnosticExample(
      5113, .text,
      wrong: #"latest.json "sequence": 3, manifest.json "sequence": 2"#,
      right: #"latest.json "sequence": 3, manifest.json "sequence": 3"#,
      reason:
        "the fault needs a release that is signed again after it was changed by hand; ReleaseVerifierTests make such releases"
    ),
    DiagnosticExample(
      5114, .text,
      wrong: #""id" of one release, "packages" of another"#,
      right: "both of one release, as `hybrid build` writes them",
      reason:
        "the fault needs a release that is signed again after it was changed by hand; ReleaseVerifierTests make such releases"
    ),
    DiagnosticExample(
      5115, .text,
      wrong: "The archive of a package, packed again by another zip program.",
      right: "The archive as `hybrid build` wrote it.",
      reason:
        "the fault needs a release that is signed again after it was changed by hand; ReleaseVerifierTests make such releases"
    ),
    DiagnosticExample(
      5116, .text,
      wrong: "An archive with a symbolic link, packed by another zip program.",
      right: "The archive as `hybrid build` wrote it.",
      reason:
        "the fault needs a release that is signed again after it was changed by hand; ReleaseVerifierTests make such releases"
    ),
    DiagnosticExample(
      5117, .text,
      wrong: "A page file of another release under the name of this one's.",
      right: "The page file as `hybrid build` wrote it.",
      reason:
        "the fault needs a release that is signed again after it was changed by hand; ReleaseVerifierTests make such releases"
    ),
    DiagnosticExample(
      5118, .text,
      wrong: "A patch from another release under the name of this one's.",
      right: "hybrid delta dist dist --sign-key release.pem",
      reason:
        "the fault needs a release that is signed again after it was changed by hand; ReleaseVerifierTests make such releases"
    ),
    DiagnosticExample(
      5119, .text,
      wrong: #""runtimeVersion": "2.0"        and an app of version 1.4"#,
      right: #""runtimeVersion": "1.4""#,
      reason: "apps report it, `hybrid verify` has no app's version"),
    DiagnosticExample(
      5120, .text,
      wrong: "echo secret > app/1.root.json",
      right: "cp dist/roots/1.root.json app/",
      reason: "`hybrid verify` reports HYB5001 for its own keys; apps report this one"),
  ]
}
