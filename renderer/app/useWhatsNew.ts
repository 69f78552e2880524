import { useEffect } from 'react'
import { navigate } from '../session/hashLocation.ts'
import { replaceToast } from '../ui/ActionToast.tsx'

const key = 'linkwright.version'

/** Says once after an update what is new. */
export function useWhatsNew(version: string): void {
  useEffect(() => {
    const last = localStorage.getItem(key)
    localStorage.setItem(key, version)
    if (last === null || last === version) return
    const action = { label: 'What’s new', run: () => navigate('/help/news') }
    replaceToast({ id: 'updated', message: `Linkwright is now ${version}.`, actions: [action] })
  }, [version])
}
