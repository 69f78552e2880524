import { Drawer } from '@mantine/core'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { LongText } from '../../../renderer/ui/LongText.tsx'
import '../../../renderer/ui/theme/print.css'
import { showOnPaper } from '../paper.ts'
import { show } from '../show.tsx'

/** Adds an element in which the window is drawn, as in the app. */
function addRoot(): HTMLElement {
  const root = document.createElement('div')
  root.id = 'root'
  root.textContent = 'Window'
  document.body.append(root)
  onTestFinished(() => root.remove())
  return root
}

test('a long text is printed completely', async () => {
  const address = `https://shop.example.com/${'category/'.repeat(20)}`
  await show(<LongText text={address} />)
  const text = page.getByTitle(address).element()
  expect(text.textContent).toContain('…')
  await showOnPaper()
  expect(getComputedStyle(text.firstElementChild ?? text).display).toBe('none')
  expect(getComputedStyle(text, '::after').content).toBe(`"${address}"`)
  expect(page.getByRole('button', { name: 'Show all' }).elements()).toEqual([])
})

test('an open drawer is printed completely, without the window below it', async () => {
  const root = addRoot()
  await show(
    <Drawer opened onClose={() => undefined} title="Link" transitionProps={{ duration: 0 }}>
      {Array.from({ length: 200 }, (_, line) => (
        <p key={line}>Line {line} about the link</p>
      ))}
    </Drawer>,
  )
  const drawer = page.getByRole('dialog', { name: 'Link' })
  await expect.element(drawer).toBeVisible()
  expect(drawer.element().clientHeight).toBeLessThan(3_000)
  await showOnPaper()
  expect(getComputedStyle(root).display).toBe('none')
  expect(drawer.element().clientHeight).toBeGreaterThan(3_000)
  // A fixed element would be repeated on every page.
  for (let inner: Element | null = drawer.element(); inner; inner = inner.parentElement)
    expect(getComputedStyle(inner).position).not.toBe('fixed')
})

test('what only the screen needs is not printed, and a heading stays with its text', async () => {
  await show(
    <div id="screen">
      <section aria-label="Next" data-print="hidden" />
      <section aria-label="Visits" style={{ display: 'grid' }} />
    </div>,
  )
  await showOnPaper()
  const readDisplay = (name: string) => {
    const section = document.querySelector(`section[aria-label="${name}"]`)
    return section && getComputedStyle(section).display
  }
  expect(readDisplay('Next')).toBe('none')
  // A heading in a grid can be the last line of a page.
  expect(readDisplay('Visits')).toBe('block')
})
