import CSSValues
import Compiler
import Page
import Testing

/// HYB4192: handlers in the markup that keep the focus, or give it away.
@Suite struct KeyboardTrapTests {
  private func problems(_ body: String) -> [String] {
    var options = CompilerOptions()
    options.viewports = [Viewport(width: 400, height: 300, scale: 1)]
    options.checksAccessibility = true
    let page = OnePage(markup: "<!doctype html><html lang=en><title>T</title><body>\(body)")
    return PageCompiler(options: options, files: page).compile("index.html").diagnostics
      .filter { $0.code == .keyboardTrap }.map(\.message)
  }

  private func field(_ handler: String) -> String { "<input aria-label=a \(handler)>" }

  @Test(arguments: [
    "this.focus()", "focus()", "this.focus ()", "this?.focus?.()", "this[`focus`]()", "event.target.focus()",
    "if (!this.value) event.currentTarget.focus()", "save(); /* back */ this.focus()",
  ])
  func takingTheFocusBackIsFound(script: String) {
    let message = "takes the focus back: the keyboard cannot leave"
    #expect(problems(field("onblur=\"\(script)\"")) == ["`onblur` \(message)"])
    #expect(problems("<div role=group tabindex=0 onfocusout=\"\(script)\">b</div>") == ["`onfocusout` \(message)"])
  }

  @Test(arguments: [
    "check(this)", "next.focus()", "document.getElementById('next').focus()", "this.nextElementSibling.focus()",
    "window.opener.focus()", "// this.focus()", "/* never this.focus() */", "log('x.focus()')", "tracker.focus('left')",
    "a.this.focus()", "this.focus",
  ])
  func otherFocusIsNotFound(script: String) { #expect(problems(field("onblur=\"\(script)\"")) == []) }

  @Test(arguments: [
    "return false", "return  false", "return(false)", "return !1", "event.preventDefault()", "event.preventDefault( )",
    "event.returnValue=false", "specified.x = 1; return false", "event.preventDefault(); notify",
    "save(event); return false",
    "event.preventDefault(); if (a) b()",
  ])
  func droppingEveryKeyIsFound(script: String) {
    #expect(problems(field("onkeydown='\(script)'")) == ["`onkeydown` drops every key, the tab key too"], "\(script)")
  }

  @Test(arguments: [
    "if (event.key === `Tab`) event.preventDefault()", "if(event.keyCode==9)return false",
    "if (event.which == 9) { return false }", "if (event.key == `Tab`) { event.preventDefault(); }",
  ])
  func droppingTabIsFound(script: String) {
    #expect(problems(field("onkeydown='\(script)'")) == ["`onkeydown` drops the tab key"], "\(script)")
  }

  @Test(arguments: [
    "check(event)", "if (event.key == `Enter`) return false", "event.key === ` ` && event.preventDefault()",
    "return filter(event); return false", "// return false", "event.key == `a` ? event.preventDefault() : 0",
    "if (event.key === `Tab`) { event.preventDefault(); next.focus() }",
    "if (event.key === `Tab` && open) event.preventDefault()",
  ])
  func handlersThatLookAtTheKeyAreNotFound(script: String) {
    #expect(problems(field("onkeydown='\(script)'")) == [], "\(script)")
  }

  @Test func aPartThatFocusesWhatLosesTheFocusIsFound() {
    #expect(
      problems("<div onfocusout='event.target.focus()'><button>b</button></div>")
        == ["`onfocusout` takes the focus back: the keyboard cannot leave"])
  }

  @Test func whoGivesTheFocusAwayIsFound() {
    #expect(
      problems("<button onfocus='this.blur()'>b</button><button onfocus='if (a) this.blur()'>c</button>")
        == ["`onfocus` gives the focus away: the keyboard cannot reach the element"])
  }

  /// Nothing takes the focus there.
  @Test(arguments: [
    "<input type=hidden onblur='this.focus()'>", "<input aria-label=a disabled onblur='this.focus()'>",
    "<div inert><input aria-label=a onblur='this.focus()'></div>",
    "<input aria-label=a style='display:none' onblur='this.focus()'>", "<p onkeydown='return false'>words</p>",
    "<p onblur='this.focus()'><a href=x>link</a></p>", "<p onfocusout='this.focus()'><a href=x>link</a></p>",
    "<input aria-label=a onkeypress='return false'>",
  ])
  func whatTakesNoFocusIsNotFound(body: String) { #expect(problems(body) == [], "\(body)") }
}
