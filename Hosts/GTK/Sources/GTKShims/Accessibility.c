#include <gtk/gtk.h>

#include "Shims.h"

int hv_accessible_role(HVRole role) {
  static const GtkAccessibleRole roles[] = {
      [HV_ROLE_GENERIC] = GTK_ACCESSIBLE_ROLE_GENERIC, [HV_ROLE_TEXT] = GTK_ACCESSIBLE_ROLE_LABEL,
      [HV_ROLE_HEADING] = GTK_ACCESSIBLE_ROLE_HEADING, [HV_ROLE_LINK] = GTK_ACCESSIBLE_ROLE_LINK,
      [HV_ROLE_BUTTON] = GTK_ACCESSIBLE_ROLE_BUTTON, [HV_ROLE_IMAGE] = GTK_ACCESSIBLE_ROLE_IMG,
      [HV_ROLE_LIST] = GTK_ACCESSIBLE_ROLE_LIST, [HV_ROLE_ITEM] = GTK_ACCESSIBLE_ROLE_LIST_ITEM,
      [HV_ROLE_GROUP] = GTK_ACCESSIBLE_ROLE_GROUP, [HV_ROLE_STATUS] = GTK_ACCESSIBLE_ROLE_STATUS,
      [HV_ROLE_ALERT] = GTK_ACCESSIBLE_ROLE_ALERT, [HV_ROLE_LOG] = GTK_ACCESSIBLE_ROLE_LOG,
      [HV_ROLE_MAIN] = GTK_ACCESSIBLE_ROLE_MAIN, [HV_ROLE_NAVIGATION] = GTK_ACCESSIBLE_ROLE_NAVIGATION,
      [HV_ROLE_BANNER] = GTK_ACCESSIBLE_ROLE_BANNER, [HV_ROLE_REGION] = GTK_ACCESSIBLE_ROLE_REGION,
      [HV_ROLE_SEARCH] = GTK_ACCESSIBLE_ROLE_SEARCH, [HV_ROLE_FORM] = GTK_ACCESSIBLE_ROLE_FORM,
      [HV_ROLE_ARTICLE] = GTK_ACCESSIBLE_ROLE_GROUP, [HV_ROLE_TABLE] = GTK_ACCESSIBLE_ROLE_TABLE,
      [HV_ROLE_ROW] = GTK_ACCESSIBLE_ROLE_ROW, [HV_ROLE_CELL] = GTK_ACCESSIBLE_ROLE_CELL,
      [HV_ROLE_COLUMN_HEADER] = GTK_ACCESSIBLE_ROLE_COLUMN_HEADER, [HV_ROLE_ROW_HEADER] = GTK_ACCESSIBLE_ROLE_ROW_HEADER,
      [HV_ROLE_TAB] = GTK_ACCESSIBLE_ROLE_TAB, [HV_ROLE_TAB_LIST] = GTK_ACCESSIBLE_ROLE_TAB_LIST,
      [HV_ROLE_TAB_PANEL] = GTK_ACCESSIBLE_ROLE_TAB_PANEL, [HV_ROLE_DIALOG] = GTK_ACCESSIBLE_ROLE_DIALOG,
      [HV_ROLE_CHECKBOX] = GTK_ACCESSIBLE_ROLE_CHECKBOX, [HV_ROLE_RADIO] = GTK_ACCESSIBLE_ROLE_RADIO,
      [HV_ROLE_RADIO_GROUP] = GTK_ACCESSIBLE_ROLE_RADIO_GROUP, [HV_ROLE_SWITCH] = GTK_ACCESSIBLE_ROLE_SWITCH,
      [HV_ROLE_PROGRESS] = GTK_ACCESSIBLE_ROLE_PROGRESS_BAR, [HV_ROLE_METER] = GTK_ACCESSIBLE_ROLE_METER,
      [HV_ROLE_SEPARATOR] = GTK_ACCESSIBLE_ROLE_SEPARATOR, [HV_ROLE_TOOLBAR] = GTK_ACCESSIBLE_ROLE_TOOLBAR,
      [HV_ROLE_MENU] = GTK_ACCESSIBLE_ROLE_MENU, [HV_ROLE_MENU_ITEM] = GTK_ACCESSIBLE_ROLE_MENU_ITEM,
      [HV_ROLE_OPTION] = GTK_ACCESSIBLE_ROLE_OPTION, [HV_ROLE_LIST_BOX] = GTK_ACCESSIBLE_ROLE_LIST_BOX,
      [HV_ROLE_NOTE] = GTK_ACCESSIBLE_ROLE_NOTE, [HV_ROLE_TIME] = GTK_ACCESSIBLE_ROLE_TIME,
      [HV_ROLE_FIGURE] = GTK_ACCESSIBLE_ROLE_IMG};
  return (size_t)role < G_N_ELEMENTS(roles) ? roles[role] : GTK_ACCESSIBLE_ROLE_GENERIC;
}

// GTK fails on texts and states of another kind than a property takes; a missing one is reset.
void hv_set_accessibility(HVHandle widget, HVAccessibility accessibility) {
  GtkAccessible *own = GTK_ACCESSIBLE(widget);
  gtk_accessible_update_property(own, GTK_ACCESSIBLE_PROPERTY_LABEL, accessibility.name, -1);
  if (*accessibility.description)
    gtk_accessible_update_property(own, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, accessibility.description, -1);
  else gtk_accessible_reset_property(own, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
  if (accessibility.level > 0) gtk_accessible_update_property(own, GTK_ACCESSIBLE_PROPERTY_LEVEL, accessibility.level, -1);
  if (accessibility.isRequired) gtk_accessible_update_property(own, GTK_ACCESSIBLE_PROPERTY_REQUIRED, TRUE, -1);
  gtk_accessible_update_state(
      own, GTK_ACCESSIBLE_STATE_DISABLED, (gboolean)accessibility.isDisabled, GTK_ACCESSIBLE_STATE_HIDDEN,
      (gboolean)accessibility.isHidden, GTK_ACCESSIBLE_STATE_BUSY, (gboolean)accessibility.isBusy,
      GTK_ACCESSIBLE_STATE_INVALID, accessibility.isInvalid ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
  // A switch says by itself whether it is on.
  if (accessibility.checked >= 0 && !GTK_IS_SWITCH(widget)) {
    static const GtkAccessibleTristate tristates[] = {
        GTK_ACCESSIBLE_TRISTATE_FALSE, GTK_ACCESSIBLE_TRISTATE_TRUE, GTK_ACCESSIBLE_TRISTATE_MIXED};
    gtk_accessible_update_state(own, GTK_ACCESSIBLE_STATE_CHECKED, tristates[CLAMP(accessibility.checked, 0, 2)], -1);
  }
  if (accessibility.expanded >= 0)
    gtk_accessible_update_state(own, GTK_ACCESSIBLE_STATE_EXPANDED, accessibility.expanded, -1);
  if (accessibility.selected >= 0)
    gtk_accessible_update_state(own, GTK_ACCESSIBLE_STATE_SELECTED, accessibility.selected, -1);
}
