#if canImport(UIKit)
  import HostCore
  import Manifest
  import UIKit

  /// On or off.
  @MainActor final class ToggleView: HostedView {
    private let toggle = UISwitch()

    init(_ adapter: UIKitAdapter) {
      super.init(.toggle, adapter)
      toggle.addAction(
        UIAction { [weak self] _ in
          if let self, let node { self.adapter.page?.switched(toggle.isOn, node) }
        }, for: .valueChanged)
      addSubview(toggle)
    }

    override var control: UIView? { toggle }

    override func update(_ node: HostView) {
      super.update(node)
      toggle.isOn = node["on"].map { ViewLook.isOn($0) } ?? false
      toggle.isEnabled = node.isEnabled
      toggle.onTintColor = ViewLook.Color(node["onColor"])?.uiColor
    }

    override func layoutSubviews() {
      super.layoutSubviews()
      // A switch has a size of its own.
      toggle.center = CGPoint(x: bounds.midX, y: bounds.midY)
    }
  }

  /// A number between two others.
  @MainActor final class SliderView: HostedView {
    private let slider = UISlider()

    init(_ adapter: UIKitAdapter) {
      super.init(.slider, adapter)
      slider.addAction(
        UIAction { [weak self] _ in
          if let self, let node { self.adapter.page?.slid(to: Double(slider.value), node) }
        }, for: .valueChanged)
      fill(with: slider)
    }

    override var control: UIView? { slider }

    override func update(_ node: HostView) {
      super.update(node)
      let range = SliderRange(of: node)
      slider.minimumValue = Float(range.least)
      slider.maximumValue = Float(range.most)
      slider.value = Float(range.value)
      slider.isEnabled = node.isEnabled
    }
  }

  /// One of a few titles, side by side.
  @MainActor final class SegmentView: HostedView {
    private let segments = UISegmentedControl(items: nil)
    private var titles: [String] = []

    init(_ adapter: UIKitAdapter) {
      super.init(.segment, adapter)
      segments.addAction(
        UIAction { [weak self] _ in
          if let self, let node { self.adapter.page?.chose(segments.selectedSegmentIndex, in: node) }
        }, for: .valueChanged)
      fill(with: segments)
    }

    override var control: UIView? { segments }

    override func update(_ node: HostView) {
      super.update(node)
      let wanted = FieldAttributes.titles(node["titles"])
      if wanted != titles {
        titles = wanted
        segments.removeAllSegments()
        for (index, title) in wanted.enumerated() {
          segments.insertSegment(withTitle: title, at: index, animated: false)
        }
      }
      let chosen = (node["selectedIndex"] ?? node["value"]).flatMap { Int($0) } ?? 0
      segments.selectedSegmentIndex =
        titles.indices.contains(chosen) ? chosen : UISegmentedControl.noSegment
      segments.isEnabled = node.isEnabled
    }
  }

  /// One of many titles, one below the other.
  @MainActor final class PickerView: HostedView, UIPickerViewDataSource, UIPickerViewDelegate {
    private let picker = UIPickerView()
    private var titles: [String] = []

    init(_ adapter: UIKitAdapter) {
      super.init(.picker, adapter)
      picker.dataSource = self
      picker.delegate = self
      fill(with: picker)
    }

    override var control: UIView? { picker }

    override func update(_ node: HostView) {
      super.update(node)
      let wanted = FieldAttributes.titles(node["titles"])
      if wanted != titles {
        titles = wanted
        picker.reloadAllComponents()
      }
      let chosen = (node["selectedIndex"] ?? node["value"]).flatMap { Int($0) } ?? 0
      if titles.indices.contains(chosen), picker.selectedRow(inComponent: 0) != chosen {
        picker.selectRow(chosen, inComponent: 0, animated: false)
      }
      picker.isUserInteractionEnabled = node.isEnabled
    }

    func numberOfComponents(in pickerView: UIPickerView) -> Int { 1 }
    func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int { titles.count }
    func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String? {
      titles.indices.contains(row) ? titles[row] : nil
    }
    func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {
      if let node { adapter.page?.chose(row, in: node) }
    }
  }
#endif
