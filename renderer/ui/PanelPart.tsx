import { Stack } from '@mantine/core'
import { useId, type ComponentProps, type ReactNode } from 'react'
import styles from './panelPart.module.css'

/** Shows a part of a panel under a heading of its own. */
export function PanelPart({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Stack component="section" className={styles['part'] ?? ''} gap="sm" pt={20} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </Stack>
  )
}

/** Explains a panel or a part of it in a few sentences. */
export function PanelText({ children }: { children: ReactNode }) {
  return <p className={styles['text']}>{children}</p>
}

/** Lists items in a box, with a line between them. */
export function PanelList(list: ComponentProps<'ul'>) {
  return <ul className={styles['list']} {...list} />
}
