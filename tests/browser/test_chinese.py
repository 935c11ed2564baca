"""On a phone a Chinese title breaks between phrases, not inside a word."""

import pytest

from tests.rules.tree import ROOT, read_toml

pytestmark = pytest.mark.browser

# Terms of a title whose letters stand in more than one line.
TORN = """(terms) => {
  const torn = [];
  for (const title of document.querySelectorAll("h1, h2, h3, h4")) {
    const walk = document.createTreeWalker(title, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode())
      for (const term of terms) {
        const start = node.data.indexOf(term);
        if (start < 0) continue;
        const range = document.createRange();
        range.setStart(node, start);
        range.setEnd(node, start + term.length);
        const tops = [...range.getClientRects()].map((r) => Math.round(r.top));
        if (new Set(tops).size > 1) torn.push(term);
      }
  }
  return torn;
}"""


@pytest.mark.parametrize("address", ["/", "/self_attention"])
def test_no_title_is_torn_inside_a_word_on_a_phone(visit, address) -> None:
    table = read_toml(ROOT / "content" / "glossary.toml")["term"]
    terms = [*(term["zh"] for term in table), "自身"]
    page = visit(f"{address}?language=zh")
    title = page.get_by_role("heading", name="注意力").first
    title.wait_for(timeout=120_000)
    for width in range(240, 480, 16):  # wherever the line may end
        page.set_viewport_size({"width": width, "height": 844})
        # Streamlit lays the page out anew a little later.
        page.wait_for_function(f"(terms) => !({TORN})(terms).length", arg=terms)


def test_the_menu_is_chinese_from_the_first_view_of_a_link(visit) -> None:
    page = visit("/?language=zh", locale="en-US")
    texts = read_toml(ROOT / "content" / "texts" / "encoder_decoder.toml")
    menu = page.get_by_test_id("stTopNavLink")
    assert texts["menu"]["zh"] in menu.all_inner_texts()
