import { Button, Text } from '@mantine/core'

/** A button inside a panel, a row or a message: smaller than those of a form, and never the main one. */
export const SmallButton = Button.withProps({ size: 'xs', variant: 'default' })

/** A small button without a frame, such as one that opens a menu. Its texts and icons are side by side. */
export const ToolButton = Button.withProps({
  size: 'compact-sm',
  variant: 'subtle',
  color: 'gray',
  c: 'var(--text)',
  maw: 260,
  h: 28,
  styles: { label: { gap: 6 } },
})

/** Small text that explains what is beside it, or is less important. */
export const QuietText = Text.withProps({ c: 'dimmed', fz: 'sm' })
