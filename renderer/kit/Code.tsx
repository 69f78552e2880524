import styles from './kit.module.css'

/** Text as a machine reads it. Long lines wrap, and the block can be reached and scrolled by keyboard. */
export function Code({ text, label, tall = false }: { text: string; label: string; tall?: boolean }) {
  return (
    // A region that scrolls must take the focus, or a keyboard cannot read its end.
    <pre
      className={styles['code']}
      role="region"
      aria-label={label}
      tabIndex={0}
      data-tall={tall || undefined}
    >
      <code>{text}</code>
    </pre>
  )
}
