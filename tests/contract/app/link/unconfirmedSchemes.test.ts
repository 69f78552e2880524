import { describe, expect, it } from 'vitest'
import { schemesToConfirm } from '../../../../contract/app/link/unconfirmedSchemes.ts'

describe('the schemes that a user must confirm', () => {
  it.each([
    ['https://example.com/', []],
    ['http://example.com/', []],
    ['market://details?id=a', []],
    ['itms-apps://apps.apple.com/app/id1', []],
    ['ms-windows-store://pdp/?productid=1', []],
    ['mailto:a@example.com', []],
    ['WhatsApp://send?text=a', []],
    ['', []],
    ['example.com/without-a-scheme', []],
    ['myapp://products/1', ['myapp:']],
    ['MyApp://products/1', ['myapp:']],
    // Refused instead.
    ['my\napp://products/1', []],
    ['ms-msdt:/id PCWDiagnostic', ['ms-msdt:']],
    ['javascript:alert(1)', []],
    ['intent://a/b#Intent;scheme=https;package=com.example;end', []],
    ['intent://a/b#Intent;scheme=myapp;end', ['myapp:']],
    ['intent://a/b#Intent;scheme=https;S.browser_fallback_url=shop%3A%2F%2Fa;end', ['shop:']],
    // Without a scheme, it names a program instead.
    ['intent:#Intent;component=com.example/.Main;end', ['intent:']],
    ['android-app://com.example/https/example.com/a', []],
    ['android-app://com.example/myapp/a', ['myapp:']],
    ['android-app://com.example', ['android-app:']],
  ])('%s', (url, schemes) => {
    for (const field of [
      'desktop_custom_redirect',
      'ios_custom_redirect',
      'android_custom_redirect',
    ] as const)
      expect(schemesToConfirm({ [field]: { url } }, [])).toEqual(schemes)
  })

  it('are each named once, without those that are confirmed', () => {
    const request = {
      ios_custom_redirect: { url: 'myapp://a' },
      android_custom_redirect: { url: 'myapp://b' },
      desktop_custom_redirect: { url: 'shop://c' },
    }
    expect(schemesToConfirm(request, [])).toEqual(['myapp:', 'shop:'])
    expect(schemesToConfirm(request, ['myapp:'])).toEqual(['shop:'])
  })

  it('are none of a change that removes a destination', () => {
    expect(schemesToConfirm({ desktop_custom_redirect: null }, [])).toEqual([])
  })
})
