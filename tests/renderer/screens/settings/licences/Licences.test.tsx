import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { Licences } from '../../../../../renderer/screens/settings/licences/Licences.tsx'
import { findAxeViolations } from '../../../axe.ts'
import { show } from '../../../show.tsx'

const packages =
  '# Licenses\n\n## react - 19.3.1 (MIT)\n\nReact’s terms\n\n## zod - 4.6.7 (ISC)\n\nZod’s terms\n'

/** Like Chromium's own page, with content that must have no effect. */
const chromium = `<!DOCTYPE html><html><head><link rel="stylesheet" href="chrome://credits/credits.css"></head><body>
<script>window.ran = true</script><img src="x" onerror="window.ran = true">
<div class="product"><span class="title">Abseil</span>
<span class="homepage"><a href="https://example.com/">homepage</a></span>
<label class="show" tabindex="0"><input type="checkbox" hidden></label>
<div class="license"><pre>Abseil&apos;s &lt;terms&gt;</pre></div></div>
<div class="product"><span class="title">zlib<script>window.ran = true</script></span><div class="license"><pre>As is</pre></div></div>
<div class="product"><span class="title">zlib</span><div class="license"><pre>Also as is</pre></div></div>
</body></html>`

let answers: Record<string, () => Response>

beforeEach(() => {
  answers = {
    '/licenses.md': () => new Response(packages),
    '/licenses.chromium.html': () => new Response(chromium),
  }
  vi.spyOn(window, 'fetch').mockImplementation((path) =>
    Promise.resolve(answers[path as string]?.() ?? new Response('', { status: 404 })),
  )
})
afterEach(() => vi.restoreAllMocks())

describe('the licences of the packages', () => {
  test('package licences are listed and readable in place', async () => {
    await show(<Licences chromium={false} />)
    await page.getByRole('button', { name: 'Packages in Linkwright' }).click()
    await expect.element(page.getByText('react 19.3.1 · MIT', { exact: true })).toBeVisible()
    await page.getByText('zod 4.6.7 · ISC', { exact: true }).click()
    await expect.element(page.getByLabelText('Licence of zod')).toHaveTextContent('Zod’s terms')
    expect(await findAxeViolations()).toEqual([])
  })

  test('missing package licences are a problem with advice', async () => {
    answers = {}
    await show(<Licences chromium={false} />)
    await page.getByRole('button', { name: 'Packages in Linkwright' }).click()
    await expect.element(page.getByRole('alert').getByText('Install Linkwright again.')).toBeVisible()
  })
})

describe('those of Chromium', () => {
  test('Chromium’s licences are not shown in a browser', async () => {
    await show(<Licences chromium={false} />)
    await expect.element(page.getByRole('button', { name: /Chromium/ })).not.toBeInTheDocument()
  })

  test('Chromium’s licences are read from its own page, in which nothing runs', async () => {
    await show(<Licences chromium />)
    await page.getByRole('button', { name: 'Chromium and its components' }).click()
    await page.getByText('Abseil', { exact: true }).click()
    await expect.element(page.getByLabelText('Licence of Abseil')).toHaveTextContent("Abseil's <terms>")
    expect(document.querySelectorAll('details')).toHaveLength(3)
    expect(window).not.toHaveProperty('ran')
    expect(document.querySelector('main script, img[src="x"]')).toBeNull()
  })
})
