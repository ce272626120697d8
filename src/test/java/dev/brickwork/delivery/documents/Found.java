package dev.brickwork.delivery.documents;

import java.io.InputStream;
import java.io.Reader;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.ls.LSInput;

/// A schema file on the class path, in the shape that the schema compiler asks for.
record Found(String path, String name) implements LSInput {
    @Override
    public @Nullable Reader getCharacterStream() {
        return null;
    }

    @Override
    public void setCharacterStream(Reader stream) {}

    @Override
    public @Nullable InputStream getByteStream() {
        return Found.class.getResourceAsStream(path);
    }

    @Override
    public void setByteStream(InputStream stream) {}

    @Override
    public @Nullable String getStringData() {
        return null;
    }

    @Override
    public void setStringData(String data) {}

    @Override
    public String getSystemId() {
        return name;
    }

    @Override
    public void setSystemId(String id) {}

    @Override
    public @Nullable String getPublicId() {
        return null;
    }

    @Override
    public void setPublicId(String id) {}

    @Override
    public @Nullable String getBaseURI() {
        return null;
    }

    @Override
    public void setBaseURI(String base) {}

    @Override
    public @Nullable String getEncoding() {
        return null;
    }

    @Override
    public void setEncoding(String encoding) {}

    @Override
    public boolean getCertifiedText() {
        return false;
    }

    @Override
    public void setCertifiedText(boolean isCertified) {}
}
