import { useState, type DragEvent } from 'react'
import { useReorderProfiles } from '../../api/profiles.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { moveItem } from '../../ui/moveItem.ts'

export type Order = ReturnType<typeof useOrder>

/** Reorders profiles by drag and drop or a menu. Announces the new position. */
export function useOrder(profiles: SavedProfile[]) {
  const reorder = useReorderProfiles()
  const [dragged, setDragged] = useState<string | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const [spoken, setSpoken] = useState('')
  const last = profiles.length - 1

  const move = (id: string, newIndex: number) => {
    const ids = profiles.map((profile) => profile.id)
    if (newIndex < 0 || newIndex > last || ids[newIndex] === id) return
    const name = profiles.find((profile) => profile.id === id)?.name ?? ''
    reorder.mutate(
      { ids: moveItem(ids, id, newIndex) },
      { onSuccess: () => setSpoken(`${name} is now number ${newIndex + 1} of ${profiles.length}`) },
    )
  }
  const endDrag = () => {
    setDragged(null)
    setOver(null)
  }
  const dragProps = (id: string, index: number) => ({
    draggable: last > 0,
    'data-dragged': id === dragged || undefined,
    'data-over': dragged !== null && index === over ? true : undefined,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move'
      setDragged(id)
    },
    onDragOver: (event: DragEvent) => {
      if (dragged === null) return
      event.preventDefault()
      setOver(index)
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      if (dragged !== null) move(dragged, index)
      endDrag()
    },
    onDragEnd: endDrag,
  })
  return { move, dragProps, spoken, last }
}
