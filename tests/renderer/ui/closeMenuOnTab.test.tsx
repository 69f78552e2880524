import { Button, Menu } from '@mantine/core'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../show.tsx'

test('Tab closes a menu and moves on from its button', async () => {
  await show(
    <>
      <Button>Before</Button>
      <Menu>
        <Menu.Target>
          <Button>More</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item>First</Menu.Item>
          <Menu.Item>Second</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button>After</Button>
    </>,
  )
  for (const [key, next] of [
    ['{Tab}', 'After'],
    ['{Shift>}{Tab}{/Shift}', 'Before'],
  ] as const) {
    page.getByRole('button', { name: 'More' }).element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('menuitem', { name: 'First' })).toHaveFocus()
    await userEvent.keyboard(key)
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: next })).toHaveFocus()
  }
})
