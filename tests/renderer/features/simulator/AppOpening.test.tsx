import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AppLinkReport } from '../../../../contract/app/calls/app/appLinks.ts'
import { AppOpening } from '../../../../renderer/features/simulator/AppOpening.tsx'
import { describeCopy } from '../../../../renderer/features/simulator/copyWords.ts'
import { entitlement, intentFilter } from '../../../../renderer/features/simulator/appClaims.ts'
import { findAxeViolations } from '../../axe.ts'
import { withSession } from '../../session.tsx'
import { show as showBare } from '../../show.tsx'

/** Shows a part in a session. `checkCopies` is the user's choice, or `null` before the question. */
const show = (
  part: ReactNode,
  answers: Parameters<typeof showBare>[1],
  checkCopies: boolean | null = false,
) => showBare(withSession(part, { checkCopies }), answers)

const link = 'https://links.example.com/x/Ab3'

const report: AppLinkReport = {
  host: 'links.example.com',
  checkedAt: '2026-11-24T10:00:00.000Z',
  ios: {
    state: 'would_not_open',
    finding: { code: 'apple_excluded', detail: '{"/":"/x/*","exclude":true}' },
    apps: ['ABCDE12345.com.example.app'],
    rule: '{"/":"/x/*","exclude":true}',
    warnings: [{ code: 'apple_cache' }],
  },
  android: { state: 'opens', finding: null, apps: ['com.example.app'], rule: '{"/":"*"}', warnings: [] },
  setup: {
    domain: 'links.example.com',
    appIds: ['ABCDE12345.com.example.app'],
    manifests: [
      {
        apps: [{ packageName: 'com.example.app', fingerprints: 2 }],
        pathPatterns: ['/b..'],
        hasRules: true,
      },
    ],
  },
}
const notFound: AppLinkReport = {
  ...report,
  ios: {
    state: 'would_not_open',
    finding: { code: 'not_found', detail: 'status 404' },
    apps: [],
    rule: null,
    warnings: [],
  },
}

const part = page.getByRole('region', { name: 'With the app' })
const ios = part.getByRole('listitem').filter({ hasText: 'iPhone and iPad' })
const android = part.getByRole('listitem').filter({ hasText: 'Android' })

/** Shows the part with a stored report. A check returns `newReport`. */
async function open(storedReport: AppLinkReport | null, newReport: AppLinkReport = report) {
  let current = storedReport
  return await show(<AppOpening link={link} level={2} />, {
    'appLinks.get': () => ({ ok: true, value: current }),
    'appLinks.check': () => ({ ok: true, value: (current = newReport) }),
    'app.setPreferences': () => ({ ok: true, value: null }),
  })
}

test('nothing is claimed or sent until a user asks, and then each phone says what it does and why', async () => {
  const calls = await open(null)
  await expect.element(ios).toMatchTextContent(/^iPhone and iPad: not checked yet$/)
  await expect.element(android).toMatchTextContent(/^Android: not checked yet$/)
  expect(document.querySelector('[data-tone="good"]')).toBeNull()
  expect(calls.map(([name]) => name)).toEqual(['appLinks.get'])
  expect(await findAxeViolations()).toEqual([])

  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('button', { name: 'Check whether phones open the app' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(ios).toMatchTextContent(/wouldn’t open, the domain’s file excludes \/x\/Ab3/)
  await expect.element(ios).toMatchTextContent(/Matched: \{"\/":"\/x\/\*","exclude":true\}/)
  await expect.element(android).toMatchTextContent(/lets the app open/)
  await expect.element(android).toMatchTextContent(/App: com\.example\.app/)
  await expect.element(part).toMatchTextContent(/Files of links\.example\.com, checked on/)
  await expect.element(part).toMatchTextContent(/Linkwright can’t see whether the installed app claims/)
  expect(calls.find(([name]) => name === 'appLinks.check')?.[1]).toMatchObject({ link })
  await part.getByText('Good to know').click()
  await expect.element(part.getByText('Changes reach iPhones up to a day later.')).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
})

test('a certificate that phones don’t trust is said once for both, without its code until one asks', async () => {
  const finding = { code: 'tls_unknown_authority' as const, detail: 'DEPTH_ZERO_SELF_SIGNED_CERT' }
  const verdict = { ...notFound.ios, finding }
  await open({ ...report, ios: verdict, android: verdict, setup: null })
  const line = part.getByRole('listitem')
  await expect.element(line).toMatchTextContent(/^iPhone, iPad and Android: wouldn’t open/)
  expect(line.elements()).toHaveLength(1)
})

test('the last check is shown with its date, and can be repeated', async () => {
  await open(notFound, report)
  await expect.element(ios).toMatchTextContent(/wouldn’t open, the domain has no file/)
  await expect.element(ios).toMatchTextContent(/Publish the file on the link’s domain/)
  await expect.element(ios).toMatchTextContent(/Found: status 404/)
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect.element(ios).toMatchTextContent(/the domain’s file excludes/)
})

test('a link that phones can’t reach says so and offers no check', async () => {
  const verdict = { ...notFound.ios, state: 'not_checked' as const, finding: { code: 'local_link' as const } }
  await open({ ...report, checkedAt: null, ios: verdict, android: verdict, setup: null })
  await expect.element(part.getByRole('listitem')).toMatchTextContent(/works only on this computer/)
  await expect.element(part.getByRole('button')).not.toBeInTheDocument()
  expect(document.querySelector('[data-tone="good"], [data-tone="bad"]')).toBeNull()
})

test('an address in the own network is checked only after a question, each time', async () => {
  const verdict = { ...notFound.ios, state: 'not_checked' as const, finding: { code: 'local_link' as const } }
  const local = { ...report, host: 'go.lan', ownNetwork: true as const }
  const calls = await open({ ...local, checkedAt: null, ios: verdict, android: verdict, setup: null }, local)
  const dialog = page.getByRole('dialog')
  const checks = () => calls.filter(([name]) => name === 'appLinks.check')
  await page.getByRole('button', { name: 'Check whether phones open the app' }).click()
  await expect.element(dialog).toMatchTextContent(/go\.lan is on this computer or its network/)
  expect(await findAxeViolations()).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(checks()).toEqual([])

  await page.getByRole('button', { name: 'Check whether phones open the app' }).click()
  await dialog.getByRole('button', { name: 'Check it from this computer' }).click()
  await expect.element(part).toMatchTextContent(/Only phones in your own network can reach this address/)
  expect(checks()).toMatchObject([['appLinks.check', { link, confirmed: true }]])
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect.element(dialog).toBeVisible()
  expect(checks()).toHaveLength(1)
})

test('Apple’s and Google’s copies are compared after a question that is asked once', async () => {
  const copies = {
    apple: { state: 'missing', ageSeconds: null, reason: 'SWCERR00101 Bad HTTP Response: 403 Forbidden' },
    google: { state: 'same', ageSeconds: 7_300, reason: null },
  } as const
  let current: AppLinkReport | null = null
  const calls = await show(
    <AppOpening link={link} level={2} />,
    {
      'appLinks.get': () => ({ ok: true, value: current }),
      'appLinks.check': () => ({ ok: true, value: (current = { ...report, copies }) }),
      'app.setPreferences': () => ({ ok: true, value: null }),
    },
    null,
  )
  await page.getByRole('button', { name: 'Check whether phones open the app' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog).toMatchTextContent(/so both learn that it was checked/)
  expect(await findAxeViolations()).toEqual([])
  expect(calls.map(([name]) => name)).toEqual(['appLinks.get'])
  await dialog.getByRole('button', { name: 'Compare the copies' }).click()
  await expect.element(ios).toMatchTextContent(/Apple has no copy: the domain answered with status 403\./)
  await expect.element(android).toMatchTextContent(/Google’s copy, fetched 2 hours ago, has the same content/)
  expect(calls).toContainEqual(['app.setPreferences', { checkCopies: true }])
  expect(calls.find(([name]) => name === 'appLinks.check')?.[1]).toMatchObject({ copies: true })
})

test('a choice about the copies applies without a question, and can be changed', async () => {
  const calls = await open(report)
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect
    .poll(() => calls.find(([name]) => name === 'appLinks.check')?.[1])
    .toMatchObject({ copies: false })
  await page.getByRole('switch', { name: /^Also compare/ }).click()
  await expect.poll(() => calls).toContainEqual(['app.setPreferences', { checkCopies: true }])
})

test.each([
  ['differs', null, /differs from the domain’s file/],
  ['missing', 'SWCERR00301 Timeout', /has no copy: the domain didn’t answer in time/],
  ['missing', 'ERROR_CODE_REDIRECT', /the domain redirects/],
  ['missing', 'Something new', /“Something new”/],
  ['missing', null, /^Apple has no copy\.$/],
  ['unknown', 'status 503', /couldn’t be checked/],
] as const)('a copy that %s with %j is put in words', (state, reason, text) => {
  expect(describeCopy('Apple', { state, ageSeconds: null, reason })).toMatch(text)
})

test('a check that failed says that nothing was checked', async () => {
  await show(<AppOpening link={link} level={3} />, {
    'appLinks.get': () => ({ ok: true, value: null }),
    'appLinks.check': () => ({ ok: false, problem: { code: 'storage_failed' } }),
  })
  await page.getByRole('button', { name: 'Check whether phones open the app' }).click()
  await expect.element(part.getByText('The domain couldn’t be checked.')).toBeVisible()
  await expect.element(ios).toMatchTextContent(/not checked/)
})

test('a link that asks to stay in the browser shows that the domain’s file contradicts it', async () => {
  const storedReport = {
    ...report,
    ios: { ...report.ios, finding: { code: 'apple_excluded' as const } },
  }
  await show(<AppOpening link={link} level={2} staysInBrowser={{ ios: true, android: true }} />, {
    'appLinks.get': () => ({ ok: true, value: storedReport }),
  })
  await expect
    .element(android)
    .toMatchTextContent(/The link doesn’t ask to open the app, but phones follow the file/)
  // If the file agrees, no problem and no advice is shown.
  await expect
    .element(ios)
    .toMatchTextContent(/^iPhone and iPad: stays in the browser, as requested by the link/)
  await expect.element(ios).not.toMatchTextContent(/Move a pattern|Patterns after it/)
  expect(document.querySelector('[data-tone="bad"]')).toBeNull()
})

test('a link that stays in the browser by Android’s rules says what older phones do', async () => {
  const verdict = {
    ...report.android,
    state: 'would_not_open' as const,
    finding: { code: 'android_excluded' as const },
  }
  await show(<AppOpening link={link} level={2} staysInBrowser={{ ios: false, android: true }} />, {
    'appLinks.get': () => ({ ok: true, value: { ...report, android: verdict } }),
  })
  await expect.element(android).toMatchTextContent(/stays in the browser, as requested by the link/)
  await expect.element(android).toMatchTextContent(/Android 14 and earlier ignore the file’s rules/)
  await expect.element(ios).toMatchTextContent(/wouldn’t open, the domain’s file excludes/)
})

test('the check fills in the code for the app’s developers, which can be copied', async () => {
  await open(null)
  await expect.element(page.getByText('For your app’s developers')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Check whether phones open the app' }).click()
  await page.getByText('For your app’s developers').click()
  const [apple, android] = [/entitlements/, /AndroidManifest/].map((name) =>
    part.getByRole('region', { name }),
  )
  await expect.element(apple ?? part).toMatchTextContent(/<string>applinks:links\.example\.com<\/string>/)
  await expect.element(android ?? part).toMatchTextContent(/android:host="links\.example\.com"/)
  await expect.element(android ?? part).toMatchTextContent(/android:pathPattern="\/b\.\."/)
  await expect.element(part.getByText(/com\.example\.app \(2 fingerprints in the file\)/)).toBeVisible()
  await expect.element(part.getByText(/^Android 14 and earlier ignore the file’s rules/)).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
  await part.getByRole('button', { name: 'Copy entitlement' }).click()
  await expect.element(part.getByText('Copied').first()).toBeVisible()
})

test('a file that can’t be read fills in nothing for its platform', async () => {
  const setup = { domain: 'links.example.com', appIds: null, manifests: report.setup?.manifests ?? null }
  await open({ ...notFound, setup })
  await part.getByText('For your app’s developers').click()
  await expect
    .element(part.getByText('iPhone and iPad: the domain’s file doesn’t list an app yet.'))
    .toBeVisible()
  await expect.element(part.getByRole('button', { name: 'Copy entitlement' })).not.toBeInTheDocument()
})

test('text of a file can’t leave the XML that is copied', () => {
  expect(intentFilter('a.example', ['/"/><x>&'])).toContain(
    'android:pathPattern="/&quot;/&gt;&lt;x&gt;&amp;" />\n</intent-filter>',
  )
  expect(entitlement('<b>')).toContain('<string>applinks:&lt;b&gt;</string>')
})

test('a whole domain can be checked and is shown by its name', async () => {
  let storedReport: AppLinkReport | null = null
  const calls = await show(
    <AppOpening link="https://links.example.com/" domain="links.example.com" level={4} />,
    {
      'appLinks.get': () => ({ ok: true, value: storedReport }),
      'appLinks.check': () => ({
        ok: true,
        value: (storedReport = { ...notFound, android: { ...report.android, rule: null } }),
      }),
    },
  )
  const domain = page.getByRole('region', { name: 'links.example.com' })
  await expect.element(domain.getByText('iPhone and iPad: not checked yet')).toBeVisible()
  await domain.getByRole('button', { name: 'Check whether phones open the app' }).click()
  await expect
    .element(domain.getByText('iPhone and iPad: links wouldn’t open the app, the domain has no file'))
    .toBeVisible()
  await expect
    .element(domain.getByText('Android: the domain’s file lets its links open the app'))
    .toBeVisible()
  await expect.element(domain.getByText(/The file’s patterns decide for each link/)).toBeVisible()
  const inputs = calls.map(([, input]) => input)
  expect(inputs).toEqual(inputs.map(() => expect.objectContaining({ wholeDomain: true }) as unknown))
})

test('a check that takes long shows the time and can be cancelled', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const calls = await show(<AppOpening link={link} level={2} />, {
    'appLinks.get': () => ({ ok: true, value: report }),
    'appLinks.check': () => promise,
    'links.cancel': () => {
      resolve({ ok: false, problem: { code: 'cancelled' } })
      return { ok: true, value: null }
    },
  })
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect.element(part.getByText(/^\d+ s$/)).toBeVisible()
  await part.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(part.getByText('The domain couldn’t be checked.')).toBeVisible()
  await expect.element(part.getByRole('button', { name: 'Cancel' })).not.toBeInTheDocument()
  const [checkInput, cancelInput] = ['appLinks.check', 'links.cancel'].map(
    (name) => calls.find(([called]) => called === name)?.[1] as { id: string },
  )
  expect(checkInput?.id).toMatch(/^[\da-f-]{36}$/)
  expect(cancelInput).toEqual({ id: checkInput?.id })
  // The earlier result stays.
  await expect.element(android).toMatchTextContent(/lets the app open/)
})
