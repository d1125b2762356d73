#if canImport(UIKit)
  import HostCore
  import JSONValues
  import Manifest
  import UIKit

  /// Scrolls what is in it; a list that is pulled down is read again where the page has a handler for that, and one that is pushed
  /// up beyond its end asks for more.
  @MainActor final class ScrollingView: HostedView, UIScrollViewDelegate {
    let scroller = UIScrollView()
    private var refresh: UIRefreshControl?
    private var push = PullTracker()

    init(_ adapter: UIKitAdapter) {
      super.init(.scroller, adapter)
      clipsToBounds = true
      scroller.delegate = self
      // The page's frames have the safe area already.
      scroller.contentInsetAdjustmentBehavior = .never
      fill(with: scroller)
    }

    override var content: UIView { scroller }

    override func update(_ node: HostView) {
      super.update(node)
      func isOn(_ name: String) -> Bool { node[name].map { ViewLook.isOn($0) } ?? true }
      scroller.showsHorizontalScrollIndicator = isOn("showHBar")
      scroller.showsVerticalScrollIndicator = isOn("showVBar")
      scroller.isScrollEnabled = isOn("allowScroll")
      scroller.isPagingEnabled = node["pageEnable"].map { ViewLook.isOn($0) } ?? false
      let isPulled = adapter.page?.handles("headerRefresh", node) == true
      // Short lists can be pulled, too.
      scroller.alwaysBounceVertical = isPulled || adapter.page?.handles("footerRefresh", node) == true
      guard isPulled != (refresh != nil) else { return }
      guard isPulled else {
        scroller.refreshControl = nil
        refresh = nil
        return
      }
      let control = UIRefreshControl()
      control.addAction(
        UIAction { [weak self] _ in
          if let self, let node = self.node { self.adapter.page?.pulled(node) }
        }, for: .valueChanged)
      scroller.refreshControl = control
      refresh = control
    }

    override func retire() {
      super.retire()
      scroller.refreshControl = nil
      refresh = nil
      push.end()
      // What takes this view next begins at the top, without an event.
      scroller.delegate = nil
      scroller.contentOffset = .zero
      scroller.contentSize = .zero
      scroller.delegate = self
    }

    override func perform(_ action: String, _ arguments: [JSONValue]) {
      switch action {
      case "openHeaderRefresh": refresh?.beginRefreshing()
      case "stopHeaderRefresh": refresh?.endRefreshing()
      case "hiddenHeaderRefresh":
        refresh?.endRefreshing()
        scroller.refreshControl = nil
      default: break
      }
    }

    func scrollViewDidScroll(_ scrollView: UIScrollView) {
      guard let node else { return }
      adapter.page?.scrolled(node, x: Double(scrollView.contentOffset.x), y: Double(scrollView.contentOffset.y))
      let end = max(0, scrollView.contentSize.height - scrollView.bounds.height)
      let way = Double(scrollView.contentOffset.y - end)
      // A list that was thrown bounces at its end: only a finger asks for more.
      if scrollView.isTracking || way <= 0, push.reach(way) { adapter.page?.pushed(node) }
    }
  }
#endif
