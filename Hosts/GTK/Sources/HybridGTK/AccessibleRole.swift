import GTKShims
import HostCore
import Page

/// What GTK is given of a view's accessibility, from where AT-SPI takes it.
enum AccessibleRole {
  /// What a box is made as.
  struct Made: Equatable {
    var role: HVRole
    var isPressable: Bool
  }

  /// What the box around a view's control, or the view itself, has to be. GTK's own controls have roles of their own.
  static func made(_ accessibility: ViewAccessibility, _ kind: HostViewKind, isPressable: Bool) -> Made {
    guard kind == .box || kind == .scroller else { return Made(role: HV_ROLE_GENERIC, isPressable: false) }
    return Made(role: role(accessibility.role), isPressable: isPressable)
  }

  /// Hands the properties over.
  @MainActor static func set(_ accessibility: ViewAccessibility, to widget: HVHandle) {
    let states = accessibility.states
    func answer(_ can: SemanticStates, _ does: SemanticStates) -> Int32 {
      states.contains(can) ? states.contains(does) ? 1 : 0 : -1
    }
    accessibility.name.withCString { name in
      accessibility.description.withCString { description in
        hv_set_accessibility(
          widget,
          HVAccessibility(
            name: name, description: description, level: Int32(clamping: accessibility.level ?? 0),
            checked: states.contains(.mixed) ? 2 : answer(.checkable, .checked),
            expanded: answer(.expandable, .expanded),
            selected: answer(.selectable, .selected), isDisabled: states.contains(.disabled),
            isHidden: states.contains(.hidden), isBusy: states.contains(.busy), isInvalid: states.contains(.invalid),
            isRequired: states.contains(.required)))
      }
    }
  }

  private static func role(_ role: SemanticRole) -> HVRole {
    switch role {
    case .text: HV_ROLE_TEXT
    case .heading: HV_ROLE_HEADING
    case .link: HV_ROLE_LINK
    case .button: HV_ROLE_BUTTON
    case .image, .graphicsSymbol, .graphicsDocument, .graphicsObject: HV_ROLE_IMAGE
    case .list, .feed: HV_ROLE_LIST
    case .listItem: HV_ROLE_ITEM
    case .group, .blockquote, .form: HV_ROLE_GROUP
    case .status, .timer: HV_ROLE_STATUS
    case .alert: HV_ROLE_ALERT
    case .log, .marquee: HV_ROLE_LOG
    case .main: HV_ROLE_MAIN
    case .navigation: HV_ROLE_NAVIGATION
    case .banner: HV_ROLE_BANNER
    case .region, .complementary, .contentInfo: HV_ROLE_REGION
    case .search: HV_ROLE_SEARCH
    case .article: HV_ROLE_ARTICLE
    case .table, .grid, .treeGrid: HV_ROLE_TABLE
    case .row: HV_ROLE_ROW
    case .cell, .gridCell: HV_ROLE_CELL
    case .columnHeader: HV_ROLE_COLUMN_HEADER
    case .rowHeader: HV_ROLE_ROW_HEADER
    case .tab: HV_ROLE_TAB
    case .tabList: HV_ROLE_TAB_LIST
    case .tabPanel: HV_ROLE_TAB_PANEL
    case .dialog, .alertDialog: HV_ROLE_DIALOG
    case .checkbox: HV_ROLE_CHECKBOX
    case .radio: HV_ROLE_RADIO
    case .radioGroup: HV_ROLE_RADIO_GROUP
    case .switch: HV_ROLE_SWITCH
    case .progressIndicator: HV_ROLE_PROGRESS
    case .meter: HV_ROLE_METER
    case .separator: HV_ROLE_SEPARATOR
    case .toolbar: HV_ROLE_TOOLBAR
    case .menu, .menuBar: HV_ROLE_MENU
    case .menuItem, .menuItemCheckbox, .menuItemRadio: HV_ROLE_MENU_ITEM
    case .option: HV_ROLE_OPTION
    case .listBox: HV_ROLE_LIST_BOX
    case .note: HV_ROLE_NOTE
    case .time: HV_ROLE_TIME
    case .figure: HV_ROLE_FIGURE
    default: HV_ROLE_GENERIC
    }
  }
}
