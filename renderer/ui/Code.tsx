import styles from './ui.module.css'

/**
 * Text as a machine reads it. Long lines wrap, and the block can be reached and scrolled by keyboard. Every line is a block
 * of its own, so that the browser lays out only those that change: one of them may hold 32 KiB.
 */
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
      <code>
        {text.split('\n').map((line, at) => (
          <span key={at} className={styles['codeLine']}>
            {`${line}\n`}
          </span>
        ))}
      </code>
    </pre>
  )
}
