"""The pit's journal says which alerts have not arrived, and why; dealers are told nothing of it."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from browser.axe import barriers
from browser.conftest import NewPage
from browser.dealer import Dealer
from browser.floor import SECRET, enter, staffed


def test_an_alert_that_does_not_arrive_stands_in_the_journal(
    equipped: None, new_page: NewPage, tmp_path: Path, shots: Path
) -> None:
    """Nobody listens at the webhook: the manager sees what was to be told, in both languages."""
    secret = str(tmp_path / "alerts.secret")
    nobody = "http://127.0.0.1:9/hook?token=s3same"
    with staffed(tmp_path, ("foreign",), ALERTS_WEBHOOK=nobody, ALERTS_SECRET=secret) as house:
        dee = Dealer(house, "foreign", SECRET)
        page = new_page(1366, 900)
        enter(page, house, "sam", "/pit/journal")
        expect(page.get_by_role("heading", name="The house and its people")).to_be_visible()
        dee.do("report", kind="card_excess")
        alarm = page.get_by_role("status").filter(has_text="not arrived")

        def shown() -> bool:
            page.reload()
            try:
                expect(alarm).to_contain_text("cannot be reached", timeout=4_000)
            except AssertionError:
                return False
            return True

        assert any(shown() for _ in range(15))
        expect(alarm).to_contain_text("One alert has not arrived at the webhook")
        expect(alarm).to_contain_text("Table foreign")
        assert "s3same" not in page.content()
        assert not barriers(page, "journal")
        page.screenshot(path=shots / "alerts-journal.png")
        phone = new_page(390, 800, theme="light", language="zh-CN")
        enter(phone, house, "sam", "/pit/journal")
        told = phone.get_by_role("status").filter(has_text="尚未送达")
        expect(told).to_contain_text("等候裁定")
        expect(told).to_contain_text("无法连接")
        expect(told).to_be_in_viewport()
        phone.screenshot(path=shots / "alerts-journal-zh.png")
        dee.leave()
