import { compareEntities, type Entity } from "./span.ts";

/**
 * Deals entities that may nest or overlap into layers within which none do: outer ones
 * first, each into the first layer with room. This is how a file with several tag columns holds them.
 */
export function layerEntities(entities: readonly Entity[]): Entity[][] {
  const layers: Entity[][] = [];
  for (const entity of entities.toSorted(compareEntities)) {
    // Reading order means that only a layer's last entity can be in the way.
    const free = layers.find((layer) => layer[layer.length - 1]!.end <= entity.start);
    if (free === undefined) layers.push([entity]);
    else free.push(entity);
  }
  return layers;
}
