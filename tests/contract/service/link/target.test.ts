import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limits } from '../../../../contract/service/api/limits.ts'
import {
  refusedSchemes,
  targetError,
  targetTextError,
  webHost,
} from '../../../../contract/service/link/target.ts'
import { targetUrl } from '../../../../contract/service/link/generate.ts'

describe('targetError', () => {
  it.each([
    'https://example.com',
    'https://example.com/a?b=c#d',
    'HTTP://EXAMPLE.COM/',
    'https://user:pass@example.com:8443/ä?ö=ü',
    'https://[2001:db8::1]/x',
    'http://127.0.0.1:4680/x',
    'myapp://open',
    'myapp:open/screen?id=1',
    'market://details?id=com.example',
    'itms-apps://apps.apple.com/app/id1',
    'intent://open/#Intent;scheme=myapp;package=com.example;end',
    'mailto:someone@example.com',
    'tel:+491234',
    'geo:52.5,13.4',
    'com.example.app:/callback',
  ])('targetError accepts %s', (url) => {
    expect(targetError(url)).toBeNull()
  })

  it.each([
    ['', 'Enter a URL.'],
    ['example.com', 'Must start with https:// or an app scheme such as myapp://.'],
    ['//example.com/x', 'Must start with https:// or an app scheme such as myapp://.'],
    ['/path', 'Must start with https:// or an app scheme such as myapp://.'],
    ['1app://open', 'Must start with https:// or an app scheme such as myapp://.'],
    ['https://', 'Is not a valid URL.'],
    ['https://exa mple.com', 'An address can’t contain spaces.'],
    ['shop example com', 'An address can’t contain spaces.'],
    ['https://example.com:99999/', 'Is not a valid URL.'],
    ['https:example.com', 'Must have two slashes after https:'],
    ['http:/example.com', 'Must have two slashes after http:'],
    ['https:\\\\example.com', 'Must have two slashes after https:'],
  ])('targetError rejects %j', (url, message) => {
    expect(targetError(url)).toBe(message)
  })

  it.each(['\n', '\t', '\0', '\u001b', '\u007f', '\u0085', '\u009f'])(
    'targetError rejects the control character %j',
    (char) => {
      for (const url of [
        `${char}https://a.example/`,
        `https://a.example/${char}b`,
        `https://a.example/${char}`,
      ]) {
        expect(targetError(url)).toBe('Must not begin or end with white space or contain control characters.')
      }
    },
  )

  it.each([' ', '\u00a0', '\u3000', '\ufeff', '\u2028'])(
    'targetError rejects white space %j at either end',
    (space) => {
      expect(targetError(`${space}https://a.example/`)).not.toBeNull()
      expect(targetError(`https://a.example/${space}`)).not.toBeNull()
    },
  )

  it('targetError rejects schemes that run code or read files, in any case', () => {
    const anyCase = (scheme: string) =>
      fc
        .tuple(...Array.from(scheme, (char) => fc.constantFrom(char, char.toUpperCase())))
        .map((chars) => chars.join(''))
    for (const scheme of refusedSchemes) {
      fc.assert(
        fc.property(anyCase(scheme), fc.string(), (spelled, rest) => {
          expect(targetError(spelled + rest)).not.toBeNull()
        }),
        { numRuns: 40 },
      )
      expect(targetError(`${scheme}//x`)).toBe(`Links may not lead to ${scheme} addresses.`)
    }
    expect([...refusedSchemes].sort()).toEqual(
      ['about:', 'blob:', 'data:', 'file:', 'javascript:', 'vbscript:', 'view-source:'].sort(),
    )
  })

  const systemAddresses = [
    ...[
      'ms-msdt:/id PCWDiagnostic',
      'MS-Word:ofe|u|https://a.example/x.docx',
      'search-ms:query=x&crumb=location:\\\\a',
    ],
    ...[
      'feed:javascript:alert(1)',
      'feed:https://a.example/',
      'jar:https://a.example/x.jar!/y',
      'filesystem:https://a.example/x',
    ],
    ...[
      'res://ieframe.dll/x',
      'mhtml:file://x',
      'its:x',
      'mk:@MSITStore:x',
      'hcp://x',
      'Shell:Startup',
      'search:x',
    ],
    'intent://x#Intent;scheme=javascript;end',
    'intent:x#Intent;SEL;scheme=file;end',
    'intent:javascript:alert(1)#Intent;end',
    'INTENT:x#intent;S.browser_fallback_url=javascript%3Aalert(1);end',
    'intent:x#Intent;scheme=https;S.browser_fallback_url=ms-msdt%3A%2Fx;end',
    'intent:x#Intent;scheme=%66ile;end',
    'intent:x#y#Intent;scheme=content;scheme=data;end',
    'android-app://com.example.app/javascript/alert(1)',
  ]
  it.each(systemAddresses)('targetTextError rejects the new address %s', (url) => {
    expect(targetTextError(url)).toMatch(/^Links may not lead to [a-z-]+: addresses\.$/)
  })

  it.each(systemAddresses.filter((url) => !url.startsWith('view-source:')))(
    'visitors of a stored link may still be sent to %s',
    (url) => {
      expect(targetError(url)).toBeNull()
    },
  )

  it.each([
    'ms-windows-store://pdp/?ProductId=9WZDNCRFJ364',
    'msteams:/l/meeting',
    'intent://open/#Intent;scheme=myapp;package=com.example;S.browser_fallback_url=https%3A%2F%2Fa.example%2F;end',
    'android-app://com.example.app/https/a.example/search',
    'intent:%E0%A4%A#Intent;scheme=%E0;end',
    'sms:+49?body=search:%20res:',
  ])('targetTextError accepts %s', (url) => {
    expect(targetTextError(url)).toBeNull()
  })

  it('targetError rejects everything that a browser reads as a refused scheme', () => {
    const disguise = fc.tuple(
      fc.constantFrom('', ' ', '\t', '\u0000', '\u200b', '\n'),
      fc.constantFrom('java\tscript', 'java\nscript', 'JavaScript', 'javascript', 'vb\rscript', 'DATA'),
      fc.constantFrom(':', ' :', '\t:'),
      fc.string(),
    )
    fc.assert(
      fc.property(disguise, (parts) => {
        const url = parts.join('')
        // Browsers strip tabs, line breaks and leading control characters before they read the scheme.
        if (targetError(url) === null) expect(refusedSchemes).not.toContain(URL.parse(url)?.protocol)
      }),
      { numRuns: 500 },
    )
  })
})

describe('targetUrl', () => {
  it('targetUrl counts its length in code points', () => {
    const start = 'https://a.example/'
    const full = start + '💥'.repeat(limits.url - start.length)
    expect(targetUrl().safeParse(full).success).toBe(true)
    expect(targetUrl().safeParse(`${full}x`).error?.issues[0]?.message).toBe(
      'Must be at most 2,048 characters long.',
    )
  })

  it.each([
    [undefined, 'Is required.'],
    [null, 'Must be text.'],
    [1, 'Must be text.'],
    [
      'https://a.example/\ud800',
      'Contains an invisible or damaged character. Delete it, or type the text again.',
    ],
  ])('targetUrl checks %j: %s', (value, message) => {
    expect(targetUrl().safeParse(value).error?.issues[0]?.message).toBe(message)
  })
})

it.each([
  ['https://Links.Example.com/x', 'links.example.com'],
  ['https://links.example.com:443/x', 'links.example.com'],
  ['https://links.example.com./x', 'links.example.com'],
  ['http://links.example.com.:4680/', 'links.example.com:4680'],
  ['http://127.0.0.1:4680', '127.0.0.1:4680'],
  ['https://user@links.example.com', 'links.example.com'],
  ['https://bücher.example/', 'xn--bcher-kva.example'],
  ['myapp://links.example.com/x', null],
  ['not a url', null],
])('webHost returns the host of %s', (url, host) => {
  expect(webHost(url)).toBe(host)
})
