struct KotlinCode {
  init(_ configuration: SiteConfiguration, _ destinations: DestinationModel, _ requests: RequestModel, package: String)
  {}
  var text: String { "" }
}
