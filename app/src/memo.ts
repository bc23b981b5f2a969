import { Component, type ComponentType, createElement, type FunctionComponent } from "preact";

/** A component that is drawn again only when one of its properties is another. */
export function memo<P extends object>(Shown: FunctionComponent<P>): ComponentType<P> {
  return class extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      const before = this.props as P;
      return (Object.keys(next) as (keyof P)[]).some((key) => next[key] !== before[key]);
    }

    override render() {
      return createElement(Shown, this.props as P);
    }
  };
}
