import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAndroidFile } from '../../../contract/appLinks/androidFile.ts'
import { parseAppleFile } from '../../../contract/appLinks/appleFile.ts'
import { maxAssociationBytes } from '../../../contract/appLinks/fileJson.ts'
import { evaluateLink } from '../../../contract/appLinks/evaluate.ts'
import type { AppPlatform } from '../../../contract/appLinks/evaluate.ts'
import { parseLinkParts } from '../../../contract/appLinks/linkParts.ts'
import { createAssociationFile, excessiveSize } from '../../../service/links/associationFile.ts'
import { findHostFile } from '../../../service/links/hostFile.ts'
import { createIdentityGenerator } from '../../../service/links/identity.ts'
import { addPathClass, manifestPatterns } from '../../../service/links/pathClass.ts'
import { androidOpens, iphoneOpens, manifestClaims } from './phone.ts'

const fingerprint = Array.from({ length: 32 }, () => 'AB').join(':')
const ios = 'ABCDE12345.com.example.shop'
const android = 'com.example.shop'
const apps = { ios: [ios], android: [{ packageName: android, fingerprints: [fingerprint] }] }
const textOf = (platform: AppPlatform) => createAssociationFile(platform, apps)?.text ?? ''
const target = (openApp: boolean | null) =>
  openApp === null ? null : { url: 'https://example.com/', openApp }
const choices = [true, false, null]

describe('association files', () => {
  it('association files cause no error and no warning', () => {
    const apple = parseAppleFile(textOf('ios'))
    const google = parseAndroidFile(textOf('android'))
    expect(apple).toMatchObject({ ok: true, file: { errors: [], warnings: [] } })
    expect(google).toMatchObject({ ok: true, file: { errors: [], warnings: [] } })
  })

  it('association files open 100,000 random links exactly as requested, on both platforms, by two independent matchers', () => {
    const files = { ios: textOf('ios'), android: textOf('android') }
    const parsed = { ios: JSON.parse(files.ios) as unknown, android: JSON.parse(files.android) as unknown }
    const identify = createIdentityGenerator()
    const suffixes = ['', '?utm_source=mail', '#part', '?a=b&c=%2F#x']
    const wrong: string[] = []
    for (let made = 0; made < 100_000; made++) {
      const choice = { ios: choices[made % 3] ?? null, android: choices[Math.floor(made / 3) % 3] ?? null }
      const path = addPathClass(identify().path, { ios: target(choice.ios), android: target(choice.android) })
      const link = `https://go.example.com/${path}${suffixes[made % 4]}`
      const asked = [choice.ios === true, choice.android === true]
      const second = [
        iphoneOpens(parsed.ios, ios, `/${path}`),
        androidOpens(parsed.android, android, `/${path}`),
      ]
      if (String(second) !== String(asked))
        wrong.push(`${link} on a phone: ${String(second)}, asked ${String(asked)}`)
      if (manifestClaims(manifestPatterns, `/${path}`) !== asked[1]) wrong.push(`${link} in the manifest`)
      // The app's own matcher reads the files as text, which takes longer.
      if (made % 100 > 3) continue
      const parts = parseLinkParts(link)
      const opens = (['ios', 'android'] as const).map((platform) => {
        const fetched = { ok: true, contentType: 'application/json', text: files[platform] } as const
        return parts && evaluateLink(platform, parts, fetched).state === 'opens'
      })
      if (String(opens) !== String(asked))
        wrong.push(`${link} in the app: ${String(opens)}, asked ${String(asked)}`)
    }
    expect(wrong).toEqual([])
  })

  it('association files open no link that is older than path classes, and no other path', () => {
    const parsed = {
      ios: JSON.parse(textOf('ios')) as unknown,
      android: JSON.parse(textOf('android')) as unknown,
    }
    const opens = (path: string) => [
      iphoneOpens(parsed.ios, ios, path),
      androidOpens(parsed.android, android, path),
      manifestClaims(manifestPatterns, path),
    ]
    const identify = createIdentityGenerator()
    for (let made = 0; made < 20_000; made++)
      expect(opens(`/${identify().path}`)).toEqual([false, false, false])
    for (const path of [
      '/',
      '/robots.txt',
      '/health',
      '/metrics',
      '/api/v1/sdk/openapi.json',
      '/favicon.ico',
    ])
      expect(opens(path)).toEqual([false, false, false])
  })

  it('association files have at most 128 KB, whatever apps are registered, for any number of links', () => {
    const many = fc.array(fc.stringMatching(/^[A-Z0-9]{10}\.[a-z.-]{1,155}$/), { maxLength: 2_000 })
    fc.assert(
      fc.property(many, fc.integer({ min: 1, max: 2_000 }), (ids, count) => {
        const large = {
          ios: ids,
          android: [{ packageName: android, fingerprints: new Array<string>(count).fill(fingerprint) }],
        }
        const sizes = (['ios', 'android'] as const).map(
          (platform) => createAssociationFile(platform, large)?.text.length ?? 0,
        )
        expect(excessiveSize(large) !== null).toBe(Math.max(...sizes) > maxAssociationBytes)
      }),
      { numRuns: 50 },
    )
  })
})

describe('the file of a host', () => {
  const other = { ...apps, android: [{ packageName: 'com.example.other', fingerprints: [fingerprint] }] }

  it('the file of a host lists the apps of its only owner with apps, or of owners with the same apps', () => {
    expect(findHostFile('ios', [null, apps, null]).file?.text).toBe(textOf('ios'))
    expect(findHostFile('android', [apps, structuredClone(apps)]).file?.text).toBe(textOf('android'))
  })

  it('a host has no file if its owners’ apps differ, even from an owner whose apps were removed', () => {
    expect(findHostFile('android', [apps, other])).toEqual({ file: null, reason: 'several-projects' })
    expect(findHostFile('ios', [apps, other]).file?.text).toBe(textOf('ios'))
    expect(findHostFile('ios', [apps, { ios: [], android: [] }]).reason).toBe('several-projects')
  })

  it('a host without an app has no file', () => {
    for (const none of [[], [null], [{ ios: [], android: [] }]])
      expect(findHostFile('ios', none)).toEqual({ file: null, reason: 'no-app' })
  })
})
