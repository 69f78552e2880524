import { Button, Text } from '@mantine/core'

/** A button inside a panel, a row or a message: smaller than those of a form, and never the main one. */
export const SmallButton = Button.withProps({ size: 'xs', variant: 'default' })

/** Small text that explains what is beside it, or is less important. */
export const QuietText = Text.withProps({ c: 'dimmed', fz: 'sm' })
