import { describe, expect, it } from 'vitest'
import { blankForm } from '../../../renderer/link/form.ts'
import { loopsIn } from '../../../renderer/link/loops.ts'
import { targetRemarks } from '../../../renderer/link/targetRemarks.ts'

const none = { campaign: '', source: '', medium: '' }
const said = (url: string, platform: 'phone' | 'desktop' = 'phone', tracking = none) =>
  targetRemarks(url, platform, tracking)

describe('targetRemarks', () => {
  it.each(['', 'https://example.com/a?b=c#d', 'http://127.0.0.1:8080/', 'http://localhost/x'])(
    'has nothing to say about %j',
    (url) => {
      expect(said(url)).toEqual([])
    },
  )

  it.each([
    [' https://example.com ', 'around', 'https://example.com'],
    ['https://example.com/a b', 'in the address', 'https://example.com/a%20b'],
    ['example.com/path', 'does not say how', 'https://example.com/path'],
    ['//example.com', 'does not say how', 'https://example.com'],
    ['shop.example.com:8443', 'does not say how', 'https://shop.example.com:8443'],
    ['http://example.com/', 'not encrypted', 'https://example.com/'],
  ])('mends %j', (url, text, mended) => {
    const [remark, ...more] = said(url)
    expect(remark?.text).toContain(text)
    expect(remark?.fix?.url).toBe(mended)
    expect(more).toEqual([])
  })

  it('says what an app’s own scheme needs, and offers nothing instead', () => {
    expect(said('myshop://offer/1')).toEqual([
      { text: 'On phones without an app for myshop: this opens nothing.', fix: null },
    ])
    expect(said('myshop://offer/1', 'desktop')[0]?.text).toContain('computers without a program')
  })

  it('says which tracking is not added because the address has its own', () => {
    const tracking = { campaign: 'summer', source: 'mail', medium: '' }
    expect(said('https://example.com/?utm_source=own&utm_medium=x', 'phone', tracking)).toEqual([
      { text: 'utm_source is in the address already as “own”, so “mail” is not added.', fix: null },
    ])
    expect(said('myshop://x?utm_source=own', 'phone', tracking).map(({ text }) => text)).toHaveLength(1)
  })
})

describe('loopsIn', () => {
  it('finds the addresses that lead back to the link host, by host and port', () => {
    const form = {
      ...blankForm,
      iosTarget: 'own' as const,
      androidTarget: 'own' as const,
      iosUrl: 'https://GO.example.com/abc',
      androidUrl: 'https://go.example.com:8443/abc',
      desktopUrl: 'myshop://go.example.com/',
    }
    expect(Object.keys(loopsIn(form, ['go.example.com']))).toEqual(['ios_custom_redirect.url'])
    expect(loopsIn(form, [])).toEqual({})
  })
})
