import { Menu, type MenuProps } from '@mantine/core'
import type { ComponentProps } from 'react'
import { ActionButton } from './ActionButton.tsx'

interface ActionMenuProps
  extends ComponentProps<typeof ActionButton>, Pick<MenuProps, 'position' | 'width' | 'returnFocus'> {
  /** The button's text. */
  label: string
  /** Whether it can have more items than fit into the window. */
  isLong?: boolean
}

/** A button that opens a menu below it. */
export function ActionMenu(props: ActionMenuProps) {
  const { label, isLong = false, position = 'bottom-end', width, returnFocus, children, ...button } = props
  const menu = {
    position,
    ...(width !== undefined && { width }),
    ...(returnFocus !== undefined && { returnFocus }),
  }
  return (
    <Menu {...menu}>
      <Menu.Target>
        <ActionButton {...button}>{label}</ActionButton>
      </Menu.Target>
      <Menu.Dropdown {...(isLong && { mah: 'min(60vh, 380px)', style: { overflow: 'auto' } })}>
        {children}
      </Menu.Dropdown>
    </Menu>
  )
}
