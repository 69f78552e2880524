import { test } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { ended, rowsOf, runId, showBulk } from './bulk.tsx'

async function shoot(name: string) {
  for (const [w, h] of [
    [1280, 800],
    [900, 600],
    [640, 480],
  ] as const) {
    await page.viewport(w, h)
    for (const theme of ['light', 'dark']) {
      if (theme === 'dark' && w !== 1280) continue
      await cdp().send('Emulation.setEmulatedMedia', {
        features: [{ name: 'prefers-color-scheme', value: theme }],
      })
      await new Promise((r) => setTimeout(r, 350))
      await page.screenshot({ path: `${'../../../../'}node_modules/.shots/${name}-${w}-${theme}.png` })
    }
  }
}
const many = rowsOf(300, [3, 17, 40, 41, 290])
const someEnded = many.map((row) =>
  row.number > 120 ? row : ended(row, row.number === 5 ? 'failed' : row.number === 9 ? 'unknown' : 'created'),
)
test('empty', async () => {
  await showBulk('/bulk', [])
  await shoot('empty')
})
test('list', async () => {
  await showBulk('/bulk', someEnded, { state: 'running' })
  await shoot('list')
})
test('new', async () => {
  await showBulk('/bulk/new', [])
  await shoot('new')
})
test('map', async () => {
  await showBulk(`/bulk/${runId}`, many, {
    mapping: {
      columns: [
        { to: 'field', field: 'title' },
        { to: 'field', field: 'everyone' },
        { to: 'data', path: 'product.id', type: 'text' },
      ],
      template: { tracking_campaign: 'summer-{{Source}}' },
    },
  })
  await shoot('map')
})
test('check', async () => {
  await showBulk(`/bulk/${runId}?step=check`, many)
  await shoot('check')
})
test('start', async () => {
  await showBulk(`/bulk/${runId}?step=create`, many, { environment: 'production' })
  await shoot('start')
})
test('running', async () => {
  await showBulk(`/bulk/${runId}`, someEnded, { state: 'running' }, {})
  await shoot('running')
})
test('done', async () => {
  await showBulk(
    `/bulk/${runId}`,
    many.map((row) => ended(row, row.number === 5 ? 'failed' : row.number === 9 ? 'unknown' : 'created')),
    { state: 'done' },
  )
  await shoot('done')
})
