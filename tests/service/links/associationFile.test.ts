import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAndroidFile } from '../../../contract/service/appLinks/androidFile.ts'
import { parseAppleFile } from '../../../contract/service/appLinks/appleFile.ts'
import { maxAssociationBytes } from '../../../contract/service/appLinks/fileJson.ts'
import { evaluateLink, type AppPlatform } from '../../../contract/service/appLinks/matching/evaluate.ts'
import { parseLinkParts } from '../../../contract/service/appLinks/matching/linkParts.ts'
import { classLetters, isOwnPath, looksGenerated } from '../../../contract/service/path/ownPath.ts'
import { createAssociationFile, excessiveSize, findHostFile } from '../../../service/links/associationFile.ts'
import { createIdentityGenerator } from '../../../service/random/identity.ts'
import { addPathClass, pathClasses } from '../../../service/links/pathClass.ts'
import { manifestPatterns } from './manifestPatterns.ts'
import { androidOpens, iphoneOpens, manifestClaims } from './phone.ts'
import { effort } from '../../effort.ts'

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

  it('association files open thousands of random links exactly as requested, on both platforms, by two independent matchers', () => {
    const files = { ios: textOf('ios'), android: textOf('android') }
    const parsed = { ios: JSON.parse(files.ios) as unknown, android: JSON.parse(files.android) as unknown }
    const identify = createIdentityGenerator()
    const suffixes = ['', '?utm_source=mail', '#part', '?a=b&c=%2F#x']
    const wrongPaths: string[] = []
    for (let count = 0; count < effort(100_000); count++) {
      const choice = { ios: choices[count % 3] ?? null, android: choices[Math.floor(count / 3) % 3] ?? null }
      const path = addPathClass(identify().path, { ios: target(choice.ios), android: target(choice.android) })
      const link = `https://go.example.com/${path}${suffixes[count % 4]}`
      const expected = [choice.ios === true, choice.android === true]
      const second = [
        iphoneOpens(parsed.ios, ios, `/${path}`),
        androidOpens(parsed.android, android, `/${path}`),
      ]
      if (String(second) !== String(expected))
        wrongPaths.push(`${link} on a phone: ${String(second)}, asked ${String(expected)}`)
      if (manifestClaims(manifestPatterns, `/${path}`) !== expected[1])
        wrongPaths.push(`${link} in the manifest`)
      // The app's own matcher reads the files as text, which takes longer.
      if (count % 100 > 3) continue
      const parts = parseLinkParts(link)
      const results = (['ios', 'android'] as const).map((platform) => {
        const fetchedFile = { ok: true, contentType: 'application/json', text: files[platform] } as const
        return parts && evaluateLink(platform, parts, fetchedFile).state === 'opens'
      })
      if (String(results) !== String(expected))
        wrongPaths.push(`${link} in the app: ${String(results)}, asked ${String(expected)}`)
    }
    expect(wrongPaths).toEqual([])
  })

  it('association files open links with own paths as the project chose, also those that look like others', () => {
    const identify = createIdentityGenerator()
    const ownPath = fc.sample(
      fc
        .string({ unit: fc.constantFrom(...'abinBINx-_~.9äß'.split('')), minLength: 1, maxLength: 14 })
        .filter(isOwnPath),
      effort(10_000),
    )
    const generated = ownPath.map((_, index) => {
      const link = { ios: target(index % 2 === 0), android: target(index % 3 === 0) }
      return { link, path: addPathClass(identify().path, link), old: identify().path }
    })
    for (const ownPaths of [
      { ios: true, android: true },
      { ios: false, android: false },
      { ios: true, android: false },
    ]) {
      const own = ownPath.slice(0, 500)
      const lookAlikes = own.filter(looksGenerated)
      expect(lookAlikes.length).toBeGreaterThan(20)
      const chosenApps = { ...apps, ownPaths }
      const [iosFile, androidFile] = (['ios', 'android'] as const).map(
        (platform) => createAssociationFile(platform, chosenApps, lookAlikes)?.text ?? '',
      )
      const [parsedIos, parsedAndroid] = [
        JSON.parse(iosFile ?? ''),
        JSON.parse(androidFile ?? ''),
      ] as unknown[]
      const opens = (path: string) => [
        iphoneOpens(parsedIos, ios, `/${encodeURIComponent(path)}`),
        androidOpens(parsedAndroid, android, `/${path}`),
      ]
      for (const path of own) expect([path, opens(path)]).toEqual([path, [ownPaths.ios, ownPaths.android]])
      // An own path in another case than it was created is the same link on an iPhone.
      for (const path of own)
        expect([path, opens(path.replace(/[a-z]/g, (letter) => letter.toUpperCase()))[0]]).toEqual([
          path,
          ownPaths.ios,
        ])
      for (const { link, path, old } of generated.slice(0, 2_000)) {
        expect([path, opens(path)]).toEqual([path, [link.ios?.openApp, link.android?.openApp]])
        expect(opens(old)).toEqual([false, false])
      }
      for (const path of ['api', 'robots.txt', 'health', 'metrics', 'favicon.ico'])
        expect([path, opens(path)]).toEqual([path, [false, false]])
    }
  })

  it('association files know the letters of all classes', () => {
    expect(pathClasses.map(({ letter }) => letter)).toEqual(classLetters)
  })

  it('association files open no link that is older than path classes, and no other path', () => {
    const parsed = {
      ios: JSON.parse(textOf('ios')) as unknown,
      android: JSON.parse(textOf('android')) as unknown,
    }
    const findMatches = (path: string) => [
      iphoneOpens(parsed.ios, ios, path),
      androidOpens(parsed.android, android, path),
      manifestClaims(manifestPatterns, path),
    ]
    const identify = createIdentityGenerator()
    for (let count = 0; count < 20_000; count++)
      expect(findMatches(`/${identify().path}`)).toEqual([false, false, false])
    for (const path of [
      '/',
      '/robots.txt',
      '/health',
      '/metrics',
      '/api/v1/sdk/openapi.json',
      '/favicon.ico',
    ])
      expect(findMatches(path)).toEqual([false, false, false])
  })

  it('association files have at most 128 KB, whatever apps are registered, for any number of links', () => {
    const appIds = fc.array(fc.stringMatching(/^[A-Z0-9]{10}\.[a-z.-]{1,155}$/), { maxLength: 2_000 })
    fc.assert(
      fc.property(appIds, fc.integer({ min: 1, max: 2_000 }), (ids, count) => {
        const largeApps = {
          ios: ids,
          android: [{ packageName: android, fingerprints: new Array<string>(count).fill(fingerprint) }],
        }
        const sizes = (['ios', 'android'] as const).map(
          (platform) => createAssociationFile(platform, largeApps)?.text.length ?? 0,
        )
        expect(excessiveSize(largeApps) !== null).toBe(Math.max(...sizes) > maxAssociationBytes)
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
    for (const hostApps of [[], [null], [{ ios: [], android: [] }]])
      expect(findHostFile('ios', hostApps)).toEqual({ file: null, reason: 'no-app' })
  })
})
