import { Flex, type FlexProps } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './ui.module.css'

/** The end of what scrolls, such as its buttons. Always in view. */
export function BottomBar(props: FlexProps & { children: ReactNode }) {
  return <Flex className={styles['bottomBar'] ?? ''} align="center" {...props} />
}
