import { createContext, use, useEffect, useState } from 'react'
import type { ReactNode } from 'react'

const Report = createContext<((change: 1 | -1) => void) | null>(null)

/** Lets its content know whether a warning is shown in it, so that no tick mark contradicts the warning. */
export function WarningScope({ children }: { children: (hasWarnings: boolean) => ReactNode }) {
  const [count, setCount] = useState(0)
  const [report] = useState(() => (change: 1 | -1) => setCount((before) => before + change))
  return <Report value={report}>{children(count > 0)}</Report>
}

/** Reports a warning to the enclosing scope while the calling component is mounted. */
export function useReportedWarning(): void {
  const report = use(Report)
  useEffect(() => {
    report?.(1)
    return () => report?.(-1)
  }, [report])
}
