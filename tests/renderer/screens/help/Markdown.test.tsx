import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Markdown } from '../../../../renderer/screens/help/Markdown.tsx'
import { findAxeViolations } from '../../axe.ts'
import { show } from '../../show.tsx'

const text = `# Rules

Choose _Profiles_, then **Rules**: see [bulk runs](bulk.md#columns), [limits](../limits.md) and [a page](javascript:alert(1)).

- one
- two, \`{year}\`

| place    | what happens        |
| -------- | ------------------- |
| _Create_ | \`a\` or <b>b</b> |

\`\`\`xml
<key>first</key>

<key>second</key>
\`\`\`
`

test('a document has headings, lists, tables, code and links to the other documents', async () => {
  await show(<Markdown text={text} />)
  await expect.element(page.getByRole('heading', { level: 2, name: 'Rules' })).toBeVisible()
  expect(
    page
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['one', 'two, {year}'])
  await expect.element(page.getByRole('columnheader', { name: 'what happens' })).toBeVisible()
  // HTML stays text, also in a table.
  await expect.element(page.getByRole('cell', { name: 'a or <b>b</b>' })).toBeVisible()
  expect(document.querySelector('pre')?.textContent).toBe('<key>first</key>\n\n<key>second</key>')
  // Only the other documents of the app can be opened.
  expect(
    page
      .getByRole('link')
      .elements()
      .map(({ outerHTML }) => outerHTML),
  ).toEqual([expect.stringMatching(/href="[^"]*\/help\/bulk".*>bulk runs</)])
  expect(await findAxeViolations()).toEqual([])
})
