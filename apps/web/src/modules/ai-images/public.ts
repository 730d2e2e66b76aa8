export { ImageLibraryProvider } from "./components/image-library-provider.tsx";
