import { createContext, use, useEffect, useState } from 'react'
import type { ReactNode } from 'react'

const Report = createContext<((change: 1 | -1) => void) | null>(null)

/** Informs its content whether any warning is shown in it, so that no tick beside the warning contradicts it. */
export function WarningScope({ children }: { children: (hasWarnings: boolean) => ReactNode }) {
  const [count, setCount] = useState(0)
  const [report] = useState(() => (change: 1 | -1) => setCount((before) => before + change))
  return <Report value={report}>{children(count > 0)}</Report>
}

/** Reports to the enclosing scope that a warning is shown, as long as the calling component is. */
export function useReportedWarning(): void {
  const report = use(Report)
  useEffect(() => {
    report?.(1)
    return () => report?.(-1)
  }, [report])
}
