extension ReleasePublisher {
  /// Signs the current release again without building: a new `latest.json` with the publisher's keys.
  ///
  /// - Parameters:
  ///   - expires: the moment from which the release is not installed any more; `nil` keeps what stands there.
  ///   - channel: the channel; `nil` keeps what stands there.
  ///   - rollout: the share of installations that take the release; `nil` keeps what stands there.
  /// - Throws: ``PublishError`` of kind `foreignFolder` when the folder holds no release.
  public func signAgain(
    expires: Timestamp? = nil, channel: String? = nil, rollout: Double? = nil
  ) throws(PublishError) -> LatestRelease {
    guard FileSystem.exists(folder), var latest = currentLatest() else {
      throw PublishError(.foreignFolder, path: folder, detail: "it holds no latest.json of a release")
    }
    let lock = try FolderLock(path(Self.lock), waits: true)
    defer { withExtendedLifetime(lock) {} }
    latest.expires = expires ?? latest.expires
    latest.channel = channel ?? latest.channel
    latest.rollout = rollout ?? latest.rollout
    let envelope = Envelope(payloadType: LatestRelease.payloadType, payload: latest.encode(), keys: keys)
    try replace("latest.json", envelope.encode())
    return latest
  }
}
