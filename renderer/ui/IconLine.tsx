import { Box, Flex, type BoxProps } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface IconLineProps extends BoxProps {
  icon: LucideIcon
  size?: number
  /** The colour of the text if omitted. */
  iconColor?: string
  gap?: number
  /** `li` in a list. */
  component?: 'div' | 'li'
  role?: 'status' | 'alert'
  children: ReactNode
}

/** Shows an icon on the first line of a text. Further lines begin below the text, not below the icon. */
export function IconLine(props: IconLineProps) {
  const {
    icon: Icon,
    size = 15,
    iconColor = 'currentcolor',
    gap = 6,
    component = 'div',
    children,
    ...rest
  } = props
  return (
    <Flex component={component} gap={gap} align="baseline" {...rest}>
      <Icon size={size} color={iconColor} style={{ position: 'relative', top: 2 }} />
      <Box miw={0}>{children}</Box>
    </Flex>
  )
}
